import { sortedBy } from '../texts/compare-text.ts';
import { weekdayOf, type Day } from '../time/day.ts';
import { daySizes } from './day-sizes.ts';
import { summaryOf, type DemandHistory } from './demand-history.ts';
import { unknownDemand, type Demand } from './demand.ts';
import { activeChanceOf, weekRhythm } from './week-rhythm.ts';

export interface DemandRequest {
  /** Any number of users, in any order. A user without days is estimated as an average one. */
  readonly histories: readonly DemandHistory[];
  /** The day of the last entry of each history. */
  readonly through: Day;
  /** The day whose demand is asked for. */
  readonly day: Day;
}

/**
 * Estimates what each user may want on a day, by user id: the chance of working at all, from the weekday, the user and
 * the organization; and how much then. What little is known of a user is drawn towards the organization's.
 */
export function estimateDemand({ histories, through, day }: DemandRequest): ReadonlyMap<string, Demand> {
  // Sums of fractions depend on their order in the last digit, and a division must not depend on the order of users.
  const ordered = sortedBy(histories, ({ userId }) => userId);
  const summaries = ordered.map((history) => summaryOf(history, through));
  if (summaries.every(({ days }) => days.every((weight) => weight === 0))) {
    return new Map(ordered.map(({ userId }) => [userId, unknownDemand]));
  }
  const rhythm = weekRhythm(summaries);
  const { locations, spread } = daySizes(summaries);
  const weekday = weekdayOf(day) - 1;
  return new Map(
    summaries.map((summary, index) => {
      const activeChance = activeChanceOf(summary, rhythm, weekday);
      return [ordered[index]?.userId ?? '', { activeChance, medianCredits: Math.exp(locations[index] ?? 0), spread }];
    }),
  );
}
