import { weekdayOf, type Day } from '../time/day.ts';

/** What one user consumed, day by day, the last day last; idle days are zeros. Days before the user came are absent. */
export interface DemandHistory {
  readonly userId: string;
  readonly credits: readonly number[];
  /** In step with `credits`: the user met the limit that day, and may have wanted more. */
  readonly isStopped: readonly boolean[];
}

/** One day that says something of a user's demand. */
export interface Observation {
  /** 0 is Monday. */
  readonly weekday: number;
  readonly weight: number;
  readonly credits: number;
  readonly isStopped: boolean;
}

const daysCountedMax = 56;
const daysToHalf = 14;
const weights = Array.from({ length: daysCountedMax }, (_, age) => 2 ** (-age / daysToHalf));

/**
 * The days of a history that count: eight weeks, each day's weight halved every two. A day on which the user was
 * stopped before consuming anything says nothing at all and is left out.
 */
export function observationsOf({ credits, isStopped }: DemandHistory, through: Day): readonly Observation[] {
  const last = weekdayOf(through) - 1;
  const observations: Observation[] = [];
  weights.forEach((weight, age) => {
    const index = credits.length - 1 - age;
    const consumed = credits[index];
    if (consumed !== undefined && (consumed > 0 || isStopped[index] !== true)) {
      const weekday = (last + 7 * Math.ceil(daysCountedMax / 7) - age) % 7;
      observations.push({ weekday, weight, credits: consumed, isStopped: isStopped[index] === true });
    }
  });
  return observations;
}
