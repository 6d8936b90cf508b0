import { weekdayOf, type Day } from '../../kernel/time/day.ts';

/** What one user consumed, day by day, the last day last; idle days are zeros. Days before the user came are absent. */
export interface DemandHistory {
  readonly userId: string;
  readonly credits: ArrayLike<number>;
  /** Parallel to `credits`: the user met the limit that day, and may have wanted more. Absent entries are false. */
  readonly isStopped: readonly boolean[];
}

/** The weighted sums of one user's days. */
export interface DemandSummary {
  /** By weekday, 0 being Monday: the weight of the days that count, and of those with work among them. */
  readonly days: readonly number[];
  readonly workDays: readonly number[];
  /** Over the days of work on which the user was not stopped. */
  readonly sizes: SizeSums;
  /** The days of work on which the user was stopped. */
  readonly stopped: readonly StoppedDay[];
}

/** Sums of weights, and of weighed logarithms of credits and their squares. */
export interface SizeSums {
  readonly weight: number;
  readonly logs: number;
  readonly squares: number;
}

export interface StoppedDay {
  readonly log: number;
  readonly weight: number;
}

const daysCountedMax = 56;
const daysToHalf = 14;
const weightAtAge = Array.from({ length: daysCountedMax }, (_, age) => 2 ** (-age / daysToHalf));

/**
 * Sums up the days of a history that count: eight weeks, each day's weight halved every two. A day on which the user
 * was stopped before consuming anything is left out.
 */
export function summaryOf({ credits, isStopped }: DemandHistory, through: Day): DemandSummary {
  const lastWeekday = weekdayOf(through) - 1;
  const days = [0, 0, 0, 0, 0, 0, 0];
  const workDays = [0, 0, 0, 0, 0, 0, 0];
  const stopped: StoppedDay[] = [];
  let [total, logs, squares] = [0, 0, 0];
  const count = Math.min(daysCountedMax, credits.length);
  for (let age = 0; age < count; age += 1) {
    const index = credits.length - 1 - age;
    const consumed = credits[index] ?? 0;
    const wasStopped = isStopped[index] === true;
    const weight = weightAtAge[age] ?? 0;
    const weekday = (lastWeekday + daysCountedMax - age) % 7;
    if (consumed > 0 || !wasStopped) {
      days[weekday] = (days[weekday] ?? 0) + weight;
    }
    if (consumed > 0) {
      workDays[weekday] = (workDays[weekday] ?? 0) + weight;
      const log = Math.log(consumed);
      if (wasStopped) {
        stopped.push({ log, weight });
      } else {
        total += weight;
        logs += weight * log;
        squares += weight * log * log;
      }
    }
  }
  return { days, workDays, sizes: { weight: total, logs, squares }, stopped };
}
