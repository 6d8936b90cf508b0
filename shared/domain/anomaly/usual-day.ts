import { type SeriesDays, weekdayOfNumber } from '../forecast/daily-credits.ts';
import { medianOf, robustDeviationOf } from '../forecast/robust-statistics.ts';
import { factorOf, type WeekdayProfile } from '../forecast/weekday-profile.ts';

/**
 * What a day with use is like: the median, and the robust deviation (median distance to it) of the logarithm, since
 * use varies by factors rather than by amounts.
 */
export interface UsualDay {
  /** On an average day of the week. */
  readonly medianCredits: number;
  readonly logDeviation: number;
  /** From how many days with use it was learnt. */
  readonly activeDays: number;
}

/** The minimum factor of a weekday: a first Saturday at work alone is no anomaly. */
const factorMin = 0.5;

/** The usual day among some days; undefined when none has use. Days without use do not count. */
export function usualDayOf({ numbers, credits }: SeriesDays, profile: WeekdayProfile): UsualDay | undefined {
  const sizes: number[] = [];
  credits.forEach((used, index) => {
    if (used > 0) {
      sizes.push(used / weekdayWeight(profile, weekdayOfNumber(numbers[index] ?? 0)));
    }
  });
  return sizes.length === 0 ? undefined : usualOfSizes(sizes);
}

/**
 * The usual day of an organization's users, from the usual day of each: a user without a history is compared with it.
 */
export function usualDayOfPeople(people: readonly UsualDay[]): UsualDay | undefined {
  if (people.length === 0) {
    return undefined;
  }
  const { medianCredits, logDeviation } = usualOfSizes(people.map((person) => person.medianCredits));
  return { medianCredits, logDeviation, activeDays: people.length };
}

/** How much of an average day a weekday is. */
export function weekdayWeight(profile: WeekdayProfile, weekday: number): number {
  return Math.max(factorMin, factorOf(profile, weekday));
}

function usualOfSizes(sizes: readonly number[]): UsualDay {
  const logDeviation = robustDeviationOf(sizes.map((size) => Math.log(size)));
  return { medianCredits: medianOf(sizes), logDeviation, activeDays: sizes.length };
}
