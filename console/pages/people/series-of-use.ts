import type { PersonUse } from './person.ts';

type Values = readonly (number | null)[];

/** A person's use day by day: some weeks before the platform's window, and the window to its end. */
interface UseSeries {
  readonly days: readonly string[];
  /** Used on days that did not end at the limit; null when unknown. */
  readonly used: Values;
  /** Used on days that ended at the limit. */
  readonly stopped: Values;
  /** Usual use after the last known day, if nothing stops them. */
  readonly expected: Values;
  /** What the limit left for the day; after the last known one, if the days until then are as usual. */
  readonly left: Values;
  /** The highest value to draw: a limit far above all days is left out. */
  readonly most: number;
}

const dayMs = 86_400_000;

/** The bars of a person's days, with what their limit left for each day of the platform's window. */
export function seriesOfUse(use: PersonUse): UseSeries {
  const { platformWindow, days: known, limits, expected: ahead, dataThrough } = use;
  const days = daysOf(known[0]?.day ?? platformWindow.from, platformWindow.through);
  const credits = new Map(known.map((each) => [each.day, each.credits]));
  const usual = new Map(ahead.map((each) => [each.day, each.credits]));
  let total = 0;
  const rows = days.map((day) => {
    const isKnown = dataThrough !== null && day <= dataThrough;
    const used = isKnown ? (credits.get(day) ?? 0) : null;
    const limit = day < platformWindow.from ? null : limitOn(day, limits);
    const left = limit === null ? null : Math.max(0, limit - total);
    const expected = usual.get(day) ?? null;
    total += day < platformWindow.from ? 0 : (used ?? expected ?? 0);
    return { used, left, expected, isStopped: used !== null && left !== null && used > 0 && used >= left };
  });
  const highest = Math.max(0, ...rows.map(({ used, expected }) => used ?? expected ?? 0));
  return {
    days,
    used: rows.map(({ used, isStopped }) => (isStopped ? null : used)),
    stopped: rows.map(({ used, isStopped }) => (isStopped ? used : null)),
    expected: rows.map(({ expected }) => expected),
    left: rows.map(({ left }) => left),
    most: highest * 1.25,
  };
}

/** The limit at the end of a day: set by the last change until then, or found by the next one. */
function limitOn(day: string, limits: PersonUse['limits']): number | null {
  const done = limits.filter(({ outcome }) => outcome === 'done').toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const before = done.findLast(({ at }) => at.slice(0, 10) <= day);
  return before === undefined ? (done[0]?.from ?? null) : before.to;
}

function daysOf(from: string, through: string): readonly string[] {
  const first = Date.parse(from);
  const count = Math.round((Date.parse(through) - first) / dayMs) + 1;
  return Array.from({ length: count }, (_none, at) => new Date(first + at * dayMs).toISOString().slice(0, 10));
}
