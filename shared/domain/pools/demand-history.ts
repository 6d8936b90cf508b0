import { weekdayOf, type Day } from '../time/day.ts';

/** What one user consumed, day by day, the last day last; idle days are zeros. Days before the user came are absent. */
export interface DemandHistory {
  readonly userId: string;
  readonly credits: readonly number[];
  /** In step with `credits`: the user met the limit that day, and may have wanted more. */
  readonly isStopped: readonly boolean[];
}

/** The days of one user that say something of the user's demand, in step with each other. */
export interface Observations {
  /** 0 is Monday. */
  readonly weekdays: readonly number[];
  readonly weights: readonly number[];
  readonly credits: readonly number[];
  readonly isStopped: readonly boolean[];
}

const daysCountedMax = 56;
const daysToHalf = 14;
const weightAtAge = Array.from({ length: daysCountedMax }, (_, age) => 2 ** (-age / daysToHalf));

/**
 * The days of a history that count: eight weeks, each day's weight halved every two. A day on which the user was
 * stopped before consuming anything says nothing at all and is left out.
 */
export function observationsOf({ credits, isStopped }: DemandHistory, through: Day): Observations {
  const last = weekdayOf(through) - 1;
  // Plain arrays in step, for there are millions of days in a backtest.
  const observed = {
    weekdays: [] as number[],
    weights: [] as number[],
    credits: [] as number[],
    isStopped: [] as boolean[],
  };
  const count = Math.min(daysCountedMax, credits.length);
  for (let age = 0; age < count; age += 1) {
    const index = credits.length - 1 - age;
    const consumed = credits[index] ?? 0;
    const wasStopped = isStopped[index] === true;
    if (consumed > 0 || !wasStopped) {
      observed.weekdays.push((last + daysCountedMax - age) % 7);
      observed.weights.push(weightAtAge[age] ?? 0);
      observed.credits.push(consumed);
      observed.isStopped.push(wasStopped);
    }
  }
  return observed;
}
