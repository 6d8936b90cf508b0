import { windowsInUse } from '../budgets/binding-budgets.ts';
import type { Budget } from '../budgets/budget.ts';
import type { Window } from '../budgets/window.ts';
import {
  addDays,
  dayOf,
  daysBetween,
  daysOf,
  earliestDay,
  latestDay,
  type Day,
  type DayRange,
} from '../kernel/time/day.ts';
import type { LedgerDay } from './ledger-day.ts';

/** Analytics begin on this day: platform-api.md, Limits. */
export const historyStart: Day = '2026-01-14';

/** For a platform that refuses long ranges. */
export const monthDaysMax = 31;

/** The trust gate compares a day with the same weekday of four weeks before it. */
export const statisticsDays = 28;

export function daysInUse(
  budgets: readonly Budget[],
  today: Day,
  { platformWindowAnchorDay: anchorDay }: { readonly platformWindowAnchorDay: number },
): {
  readonly windows: readonly Window[];
  readonly yesterday: Day;
  readonly windowsFrom: Day;
  readonly neededFrom: Day;
} {
  const windows = windowsInUse(budgets, today, { anchorDay });
  const yesterday = addDays(today, -1);
  const windowsFrom = latestDay(historyStart, earliestDay(today, ...windows.map((window) => window.from)));
  const neededFrom = earliestDay(windowsFrom, addDays(yesterday, -statisticsDays));
  return { windows, yesterday, windowsFrom, neededFrom };
}

interface ReadingNeeds {
  readonly today: Day;
  readonly neededFrom: Day;
  readonly known: readonly LedgerDay[];
  readonly rereadDays: number;
  /** The platform may restate a day for this many days; a day read earlier is read once more afterwards. */
  readonly settleDays: number;
  readonly rereadAll: boolean;
}

/** Returns the days that a run reads, without a gap; undefined when the history has not begun. */
export function decideReadingRange(needs: ReadingNeeds): DayRange | undefined {
  const yesterday = addDays(needs.today, -1);
  if (yesterday < historyStart) {
    return undefined;
  }
  const neededFrom = latestDay(historyStart, needs.neededFrom);
  const reread = latestDay(historyStart, addDays(needs.today, -needs.rereadDays));
  const readWell = needs.known.filter(isReadWell(needs));
  // A retried run continues where the previous attempt stopped.
  const good = needs.rereadAll ? readWell.filter(({ readAt }) => dayOf(Date.parse(readAt)) >= needs.today) : readWell;
  const from = firstDayOutside({ from: neededFrom, through: yesterday }, good) ?? reread;
  return { from: earliestDay(from, reread), through: yesterday };
}

/** Returns the last day through which every day of a range is complete; undefined if its first is not. */
export function dataThrough(range: DayRange, known: readonly LedgerDay[]): Day | undefined {
  const from = latestDay(historyStart, range.from);
  const gap = firstDayOutside({ from, through: range.through }, known.filter(isComplete));
  const through = gap === undefined ? range.through : addDays(gap, -1);
  return through < from ? undefined : through;
}

/** Splits a range into ranges of at most `daysMax` days, ascending. */
export function splitRange(range: DayRange, daysMax: number): readonly DayRange[] {
  const count = Math.ceil((daysBetween(range.from, range.through) + 1) / daysMax);
  return Array.from({ length: count }, (_, index) => {
    const from = addDays(range.from, index * daysMax);
    return { from, through: earliestDay(addDays(from, daysMax - 1), range.through) };
  });
}

function firstDayOutside(range: DayRange, good: readonly LedgerDay[]): Day | undefined {
  const days = new Set(good.map((day) => day.day));
  return daysOf(range).find((day) => !days.has(day));
}

function isComplete(day: LedgerDay): boolean {
  return day.status === 'complete';
}

function isReadWell({ settleDays }: ReadingNeeds): (day: LedgerDay) => boolean {
  return (known) =>
    isComplete(known) &&
    known.unreadableUserIds.length === 0 &&
    dayOf(Date.parse(known.readAt)) > addDays(known.day, settleDays);
}
