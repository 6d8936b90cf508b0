import { invariant } from '../invariant.ts';
import { daysOf, earliestDay, latestDay, msPerDay, startOfDayMs, type Day, type DayRange } from '../time/day.ts';

/**
 * What the ledger says of somebody (the organization, a team, a user) day by day. Every day from `from` through
 * `through` is complete; one without an entry had no use. Credits are integers.
 */
export interface DailyCredits extends DayRange {
  readonly credits: ReadonlyMap<Day, number>;
}

/** One day as the arithmetic sees it. */
export interface SeriesDay {
  /** Days since 1970-01-01: differences are ages. */
  readonly number: number;
  /** ISO weekday: 1 is Monday. */
  readonly weekday: number;
  readonly credits: number;
}

/** How many days one series may span: three years. */
export const seriesDaysMax = 1_100;

/** The known days of a range, ascending; those outside the series are left out. */
export function knownDays(daily: DailyCredits, range: DayRange): readonly SeriesDay[] {
  const from = latestDay(daily.from, range.from);
  const through = earliestDay(daily.through, range.through);
  return daysOf({ from, through }).map((day) => ({ ...calendarDay(day), credits: daily.credits.get(day) ?? 0 }));
}

/** A day's number and weekday. */
export function calendarDay(day: Day): Pick<SeriesDay, 'number' | 'weekday'> {
  const number = startOfDayMs(day) / msPerDay;
  // 1970-01-01 was a Thursday, the fourth day of its week.
  return { number, weekday: ((number + 3) % 7) + 1 };
}

/** Credits used in the known days of a range. */
export function creditsIn(daily: DailyCredits, range: DayRange): number {
  return sumOf(knownDays(daily, range).map(({ credits }) => credits));
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Adds up several series, such as those of a team's members; known where all of them are. */
export function addDailyCredits(first: DailyCredits, ...others: readonly DailyCredits[]): DailyCredits {
  const credits = new Map<Day, number>();
  for (const one of [first, ...others]) {
    for (const [day, used] of one.credits) {
      credits.set(day, (credits.get(day) ?? 0) + used);
    }
  }
  const from = latestDay(first.from, ...others.map((other) => other.from));
  return { from, through: earliestDay(first.through, ...others.map((other) => other.through)), credits };
}

/** Refuses a series that is longer than anything the ledger keeps. */
export function assertSeries({ from, through, credits }: DailyCredits): void {
  invariant(
    calendarDay(through).number - calendarDay(from).number < seriesDaysMax,
    'a series spans three years at most',
  );
  for (const used of credits.values()) {
    invariant(Number.isSafeInteger(used) && used >= 0, 'the credits of a day are a whole number, 0 or more');
  }
}
