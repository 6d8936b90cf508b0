import { windowAt, type PlatformWindow, type WindowKind } from '../budgets/window.ts';
import { sumOf } from '../forecast/daily-credits.ts';
import { addDays, daysBetween, earliestDay, latestDay, type DayRange } from '../kernel/time/day.ts';
import { creditsWithin, type DailyUse } from '../ledger/daily-use.ts';

/** The known days of a month, both ends included. */
export interface KnownMonth extends DayRange {
  readonly isWhole: boolean;
}

/** Returns the window of suggested budgets: the calendar month, or the platform's month if it begins on another day. */
export function monthKind({ anchorDay }: PlatformWindow): WindowKind {
  return anchorDay === 1 ? 'month' : 'platform';
}

export function knownMonths({ range, knownFrom }: DailyUse, platformWindow: PlatformWindow): readonly KnownMonth[] {
  const months: KnownMonth[] = [];
  for (let day = latestDay(range.from, knownFrom); day <= range.through;) {
    const month = windowAt(monthKind(platformWindow), day, platformWindow);
    const through = earliestDay(month.through, range.through);
    months.push({ from: day, through, isWhole: day === month.from && through === month.through });
    day = addDays(through, 1);
  }
  return months;
}

export interface MonthlyUse {
  /** Of the known days of each month. */
  readonly known: readonly number[];
  /** Of each complete month; if none has any use, of all known days as one month. */
  readonly usual: readonly number[];
}

export function monthlyUse(
  use: DailyUse,
  months: readonly KnownMonth[],
  userIds: readonly string[],
): readonly MonthlyUse[] {
  const known = userIds.map((userId) => {
    const credits = use.users.get(userId);
    return months.map((month) => Math.ceil(creditsWithin(use, credits, month)));
  });
  const wholeOf = (credits: readonly number[]): readonly number[] => credits.filter((_, at) => months[at]?.isWhole);
  const hasWhole = known.some((credits) => wholeOf(credits).some((each) => each > 0));
  return known.map((credits) => ({
    known: credits,
    usual: hasWhole ? wholeOf(credits) : [asOneMonth(credits, months)],
  }));
}

const longestMonthDays = 31;

function asOneMonth(known: readonly number[], months: readonly KnownMonth[]): number {
  const days = months.reduce((sum, { from, through }) => sum + daysBetween(from, through) + 1, 0);
  return Math.ceil((sumOf(known) * longestMonthDays) / days);
}
