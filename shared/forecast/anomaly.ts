import { creditsOver, creditsText } from '../kernel/texts/credits.ts';
import { addDays, type Day, dayAndMonth, daysBetween } from '../kernel/time/day.ts';
import { type DailyCredits, dayNumber, knownDays, weekdayOfNumber, type SeriesDays } from './daily-credits.ts';
import { describeRise, type Rise } from './rise.ts';
import { medianOf, robustDeviationOf } from './statistics.ts';
import { type WeekdayProfile, factorOf } from './weekday-profile.ts';

/** When a day counts as an anomaly. All conditions must hold. */
interface AnomalyRules {
  readonly deviations: number;
  readonly factor: number;
  readonly excessFloorCredits: number;
}

const usualAnomalyRules: AnomalyRules = { deviations: 3.5, factor: 2.5, excessFloorCredits: 10_000 };

export interface Anomaly {
  readonly day: Day;
  readonly usedCredits: number;
  readonly usualCredits: number;
  readonly deviations: number;
  readonly comparedWith: 'own-days' | 'organization';
  /** Days with use that the usual is based on; number of people, when compared with the organization. */
  readonly sampleSize: number;
}

const comparisonDays = 28;

const ownDaysMin = 5;

const logDeviationMin = 0.2;

/**
 * Compares the last day of a series with the 28 days before. A user with too few days of use is compared with `people`,
 * the usual day of the organization's users. Undefined if the day is no anomaly.
 */
export function findAnomaly(
  daily: DailyCredits,
  known: { readonly profile: WeekdayProfile; readonly people?: UsualDay },
  rules: AnomalyRules = usualAnomalyRules,
): Anomaly | undefined {
  const day = daily.through;
  const usedCredits = daily.credits[daysBetween(daily.from, day)] ?? 0;
  if (usedCredits === 0 || usedCredits < rules.excessFloorCredits) {
    return undefined;
  }
  const own = usualDayOf(daysBefore(daily), known.profile);
  const hasOwn = own !== undefined && own.activeDays >= ownDaysMin;
  const usual = hasOwn ? own : known.people;
  if (usual === undefined) {
    return undefined;
  }
  const usualCredits = Math.round(usual.medianCredits * weekdayWeight(known.profile, weekdayOfNumber(dayNumber(day))));
  const deviations = Math.log(usedCredits / Math.max(1, usualCredits)) / Math.max(logDeviationMin, usual.logDeviation);
  const isFar = deviations >= rules.deviations && usedCredits >= rules.factor * usualCredits;
  if (!isFar || usedCredits - usualCredits < rules.excessFloorCredits) {
    return undefined;
  }
  const comparedWith = hasOwn ? 'own-days' : 'organization';
  return { day, usedCredits, usualCredits, deviations, comparedWith, sampleSize: usual.activeDays };
}

export function daysBefore(daily: DailyCredits) {
  return knownDays(daily, { from: addDays(daily.through, -comparisonDays), through: addDays(daily.through, -1) });
}

/** Describes what was unusual about a day, against which usual, and who caused it if known. */
export function describeAnomaly(who: string, anomaly: Anomaly, rise?: Rise): string {
  const { day, usedCredits, usualCredits } = anomaly;
  const times =
    usualCredits === 0 ? '' : `, ${timesOf(usedCredits / usualCredits)} the usual ${creditsText(usualCredits)}`;
  const cause = rise === undefined ? undefined : describeRise(rise);
  return `${who} used ${creditsOver(usedCredits, { from: day, through: day }, 'phrase')} on ${dayAndMonth(day)}${times} (${basisOf(anomaly)})${
    cause === undefined ? '' : `; ${cause}`
  }`;
}

function basisOf({ comparedWith, sampleSize }: Anomaly): string {
  switch (comparedWith) {
    case 'own-days':
      return `the median of ${sampleSize} days with use in the four weeks before, for that weekday`;
    case 'organization':
      return `the usual day of ${sampleSize} people here, as there is hardly any history of their own`;
  }
}

function timesOf(factor: number): string {
  return `${factor >= 10 ? Math.round(factor) : factor.toFixed(1)} times`;
}

/** Median and robust deviation (median distance to it) of the logarithm, since use varies by factors. */
interface UsualDay {
  readonly medianCredits: number;
  readonly logDeviation: number;
  readonly activeDays: number;
}

/** The minimum factor of a weekday, so that a first working Saturday is no anomaly. */
const factorMin = 0.5;

/** Returns the usual day; undefined when no day has use. Days without use do not count. */
export function usualDayOf({ numbers, credits }: SeriesDays, profile: WeekdayProfile): UsualDay | undefined {
  const sizes: number[] = [];
  credits.forEach((used, index) => {
    if (used > 0) {
      sizes.push(used / weekdayWeight(profile, weekdayOfNumber(numbers[index] ?? 0)));
    }
  });
  return sizes.length === 0 ? undefined : usualOfSizes(sizes);
}

/** Returns the organization's usual day, from that of each user. Users without a history are compared with it. */
export function usualDayOfPeople(people: readonly UsualDay[]): UsualDay | undefined {
  if (people.length === 0) {
    return undefined;
  }
  const { medianCredits, logDeviation } = usualOfSizes(people.map((person) => person.medianCredits));
  return { medianCredits, logDeviation, activeDays: people.length };
}

function weekdayWeight(profile: WeekdayProfile, weekday: number): number {
  return Math.max(factorMin, factorOf(profile, weekday));
}

function usualOfSizes(sizes: readonly number[]): UsualDay {
  const logDeviation = robustDeviationOf(sizes.map((size) => Math.log(size)));
  return { medianCredits: medianOf(sizes), logDeviation, activeDays: sizes.length };
}
