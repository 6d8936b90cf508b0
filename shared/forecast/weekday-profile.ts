import { type SeriesDays, sumOf, weekdayOfNumber } from './daily-credits.ts';

/** Activity of each ISO weekday relative to the average day: seven factors, Monday first, with mean 1. */
export type WeekdayProfile = readonly number[];

/** The default prior: five workdays, little use at the weekend. */
export const workingWeek: WeekdayProfile = [1.3, 1.3, 1.3, 1.3, 1.3, 0.25, 0.25];

const priorWeeks = 1.5;

/** Estimates the profile, shrunk towards the prior, so that with few days a first Saturday does not dominate. */
export function weekdayProfileOf({ numbers, credits }: SeriesDays, prior: WeekdayProfile): WeekdayProfile {
  const used = sumOf(credits);
  const usedOn = [0, 0, 0, 0, 0, 0, 0];
  const daysOn = [0, 0, 0, 0, 0, 0, 0];
  let expectedDays = 0;
  numbers.forEach((number, index) => {
    const weekday = weekdayOfNumber(number);
    expectedDays += factorOf(prior, weekday);
    usedOn[weekday - 1] = (usedOn[weekday - 1] ?? 0) + (credits[index] ?? 0);
    daysOn[weekday - 1] = (daysOn[weekday - 1] ?? 0) + 1;
  });
  if (used === 0 || expectedDays === 0) {
    return prior;
  }
  const averageDay = used / expectedDays;
  const factors = prior.map((factor, index) => {
    const seen = (usedOn[index] ?? 0) / averageDay;
    return (seen + priorWeeks * factor) / ((daysOn[index] ?? 0) + priorWeeks);
  });
  const mean = sumOf(factors) / factors.length;
  return factors.map((factor) => factor / mean);
}

export function factorOf(profile: WeekdayProfile, weekday: number): number {
  return profile[weekday - 1] ?? 1;
}

export function factorOn(profile: WeekdayProfile, number: number): number {
  return factorOf(profile, weekdayOfNumber(number));
}
