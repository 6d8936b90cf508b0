import type { PersonUse } from './person.ts';

/** The chart of a person's use by day of the platform's window. */
interface UseSeries {
  readonly days: readonly string[];
  /** Use since the window's start on days below the limit; null when unknown. */
  readonly used: readonly (number | null)[];
  /** The same on days that ended at the limit. */
  readonly stopped: readonly (number | null)[];
  /** The limit at the end of each day, the present one for future days; null when unknown. */
  readonly limit: readonly (number | null)[];
  /** The forecast from the last known day on. */
  readonly expected: readonly (number | null)[];
}

const dayMs = 86_400_000;

/** Use in the platform's window against daily limits, with the forecast to its end. */
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

/** The limit at the end of a day: set by the last change until then, or found by the next one. */
function limitOn(day: string, limits: PersonUse['limits']): number | null {
  const done = limits.filter(({ outcome }) => outcome === 'done').toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const before = done.findLast(({ at }) => at.slice(0, 10) <= day);
  return before === undefined ? (done[0]?.from ?? null) : before.to;
}

function isReached(total: number | undefined, limit: number | null | undefined): boolean {
  return total !== undefined && limit !== null && limit !== undefined && total >= limit;
}

/** A straight line from the known use to the forecast. */
function expectedOf(
  days: readonly string[],
  totals: readonly (number | undefined)[],
  { mean, lastKnown }: { readonly mean: number | undefined; readonly lastKnown: string },
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
