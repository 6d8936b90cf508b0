import type { PersonUse } from './person.ts';

/** What the drawing of somebody's use shows, by day of the platform's window. */
interface UseSeries {
  readonly days: readonly string[];
  /** Used since the window began, on days that left something under the limit; null where it is not known. */
  readonly used: readonly (number | null)[];
  /** The same on days by whose end the limit was reached. */
  readonly stopped: readonly (number | null)[];
  /** The limit in force at the end of the day, that of now on days to come; null where none is known. */
  readonly limit: readonly (number | null)[];
  /** Where it is heading, from the last known day on. */
  readonly expected: readonly (number | null)[];
}

const dayMs = 86_400_000;

/** Use over the platform's window against the limits of its days, with the forecast drawn to its end. */
export function seriesOfUse({ platformWindow, days: known, limits, forecast, dataThrough }: PersonUse): UseSeries {
  const days = daysOf(platformWindow.from, platformWindow.through);
  const credits = new Map(known.map((each) => [each.day, each.credits]));
  const lastKnown = dataThrough ?? '';
  const totals = totalsOf(days.map((day) => (day <= lastKnown ? (credits.get(day) ?? 0) : undefined)));
  const limit = days.map((day) => limitOn(day, limits));
  const isStopped = days.map((_day, at) => isReached(totals[at], limit[at]));
  return {
    days,
    used: totals.map((total, at) => (isStopped[at] === true ? null : (total ?? null))),
    stopped: totals.map((total, at) => (isStopped[at] === true ? (total ?? null) : null)),
    limit,
    expected: expectedOf(days, totals, { mean: forecast?.mean, lastKnown }),
  };
}

/** The limit that was in force at the end of a day: what the last change through it set, or what the next one found. */
function limitOn(day: string, limits: PersonUse['limits']): number | null {
  const done = limits.filter(({ outcome }) => outcome === 'done').toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const before = done.findLast(({ at }) => at.slice(0, 10) <= day);
  return before === undefined ? (done[0]?.from ?? null) : before.to;
}

function isReached(total: number | undefined, limit: number | null | undefined): boolean {
  return total !== undefined && limit !== null && limit !== undefined && total >= limit;
}

interface Heading {
  readonly mean: number | undefined;
  readonly lastKnown: string;
}

/** A straight line from what is known to what is expected by the end. */
function expectedOf(
  days: readonly string[],
  totals: readonly (number | undefined)[],
  { mean, lastKnown }: Heading,
): readonly (number | null)[] {
  const begin = days.findLastIndex((day) => day <= lastKnown);
  const [from, left] = [totals[begin] ?? 0, days.length - 1 - begin];
  return days.map((_day, at) =>
    mean === undefined || at < begin || left <= 0 ? null : Math.round(from + ((mean - from) * (at - begin)) / left),
  );
}

function totalsOf(daily: readonly (number | undefined)[]): readonly (number | undefined)[] {
  const totals: (number | undefined)[] = [];
  for (const credits of daily) {
    totals.push(credits === undefined ? undefined : (totals.at(-1) ?? 0) + credits);
  }
  return totals;
}

function daysOf(from: string, through: string): readonly string[] {
  const first = Date.parse(from);
  const count = Math.round((Date.parse(through) - first) / dayMs) + 1;
  return Array.from({ length: count }, (_none, at) => new Date(first + at * dayMs).toISOString().slice(0, 10));
}
