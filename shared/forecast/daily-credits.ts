import { invariant } from '../kernel/invariant.ts';
import {
  daysBetween,
  earliestDay,
  latestDay,
  msPerDay,
  startOfDayMs,
  type Day,
  type DayRange,
} from '../kernel/time/day.ts';

/** Daily credits of one user or of the organization, from the first day of a range; may be a typed array. */
export interface DayCredits extends ArrayLike<number>, Iterable<number> {
  subarray(from: number, end?: number): DayCredits;
}

/** Every day from `from` through `through` is complete. Credits are integers. */
export interface DailyCredits extends DayRange {
  /** One number per day, from `from`; days after the end of the list had no use. */
  readonly credits: ArrayLike<number> & Iterable<number>;
}

/** Days as parallel arrays, ascending: there are many users, each with many days. */
export interface SeriesDays {
  /** Days since 1970-01-01: differences are ages. */
  readonly numbers: readonly number[];
  readonly credits: readonly number[];
}

const seriesDaysMax = 1_100;

/** Returns the known days of a range, without gaps; days outside the series are left out. */
export function knownDays(daily: DailyCredits, range: DayRange): SeriesDays {
  const from = latestDay(daily.from, range.from);
  const offset = daysBetween(daily.from, from);
  const count = Math.max(0, daysBetween(from, earliestDay(daily.through, range.through)) + 1);
  const first = dayNumber(from);
  const numbers: number[] = [];
  const credits: number[] = [];
  for (let index = 0; index < count; index += 1) {
    numbers.push(first + index);
    credits.push(daily.credits[offset + index] ?? 0);
  }
  return { numbers, credits };
}

export function sliceOf({ numbers, credits }: SeriesDays, from: number, until?: number): SeriesDays {
  return { numbers: numbers.slice(from, until), credits: credits.slice(from, until) };
}

export function dayNumber(day: Day): number {
  return startOfDayMs(day) / msPerDay;
}

/** Returns the ISO weekday of a day number: 1 is Monday, 7 is Sunday. */
export function weekdayOfNumber(number: number): number {
  // 1970-01-01 was a Thursday.
  return ((number + 3) % 7) + 1;
}

export function creditsIn(daily: DailyCredits, range: DayRange): number {
  const from = latestDay(daily.from, range.from);
  const offset = daysBetween(daily.from, from);
  const end = offset + daysBetween(from, earliestDay(daily.through, range.through)) + 1;
  let used = 0;
  for (let index = offset; index < end; index += 1) {
    used += daily.credits[index] ?? 0;
  }
  return used;
}

export function sumOf(values: readonly number[]): number {
  let total = 0;
  for (const value of values) {
    total += value;
  }
  return total;
}

/** Adds up several series, such as those of a team's members; known where all of them are. */
export function addDailyCredits(first: DailyCredits, ...others: readonly DailyCredits[]): DailyCredits {
  const from = latestDay(first.from, ...others.map((other) => other.from));
  const through = earliestDay(first.through, ...others.map((other) => other.through));
  const total = new Float64Array(Math.max(0, daysBetween(from, through) + 1));
  for (const one of [first, ...others]) {
    const offset = daysBetween(one.from, from);
    total.forEach((used, index) => (total[index] = used + (one.credits[offset + index] ?? 0)));
  }
  return { from, through, credits: total };
}

export function assertSeries({ from, through, credits }: DailyCredits): void {
  invariant(daysBetween(from, through) < seriesDaysMax, 'a series spans three years at most');
  for (const used of credits) {
    invariant(Number.isSafeInteger(used) && used >= 0, 'the credits of a day are a whole number, 0 or more');
  }
}
