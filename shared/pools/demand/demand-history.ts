import { weekdayOf, type Day } from '../../kernel/time/day.ts';

/** One user's consumption by day, ascending; idle days are zeros. Days before the user joined are absent. */
export interface DemandHistory {
  readonly userId: string;
  readonly credits: ArrayLike<number>;
  /** Parallel to `credits`: the user reached the limit that day, so demand may have been higher. Absent: false. */
  readonly isStopped: readonly boolean[];
}

export interface DemandSummary {
  /** By weekday, 0 is Monday: the weight of all counted days, and of working days among them. */
  readonly days: readonly number[];
  readonly workDays: readonly number[];
  readonly sizes: SizeSums;
  readonly stopped: readonly StoppedDay[];
}

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

/** Sums up eight weeks, with a half-life of two. Days stopped before any use are left out. */
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
