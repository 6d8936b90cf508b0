import { sortedBy } from '../../kernel/texts/compare-text.ts';
import { weekdayOf, type Day } from '../../kernel/time/day.ts';
import { daySizes, type WorkDays } from './day-sizes.ts';
import { summaryOf, type DemandHistory, type DemandSummary } from './demand-history.ts';
import { unknownDemand, type Demand } from './demand.ts';
import { activeChanceOf, weekRhythm } from './week-rhythm.ts';

interface DemandRequest {
  /** In any order. A user without days is estimated as an average one. */
  readonly histories: readonly DemandHistory[];
  /** The day of the last entry of each history. */
  readonly through: Day;
  readonly day: Day;
}

/** Estimates each user's demand on a day, by user id. Users with little data are drawn towards the organization. */
export function estimateDemand({ histories, through, day }: DemandRequest): ReadonlyMap<string, Demand> {
  // Floating-point sums depend on their order, and a division must not depend on the order of users.
  const ordered = sortedBy(histories, ({ userId }) => userId);
  // Summed up again each time: it takes a second for very many users, and storing all sums takes much memory.
  const sumsOf = (history: DemandHistory) => summaryOf(history, through);
  if (ordered.every((history) => sumsOf(history).days.every((weight) => weight === 0))) {
    return new Map(ordered.map(({ userId }) => [userId, unknownDemand]));
  }
  const rhythm = weekRhythm(summariesOf(ordered, through));
  const { locations, spread } = daySizes(ordered.map((history) => workDaysOf(sumsOf(history))));
  const weekday = weekdayOf(day) - 1;
  return new Map(
    ordered.map((history, index) => {
      const activeChance = activeChanceOf(sumsOf(history), rhythm, weekday);
      return [history.userId, { activeChance, medianCredits: Math.exp(locations[index] ?? 0), spread }];
    }),
  );
}

function workDaysOf({ sizes, stopped }: DemandSummary): WorkDays {
  return { sizes, stopped };
}

function* summariesOf(histories: readonly DemandHistory[], through: Day): Generator<DemandSummary> {
  for (const history of histories) {
    yield summaryOf(history, through);
  }
}
