import { type DailyCredits, dayNumber, knownDays, weekdayOfNumber } from '../forecast/daily-credits.ts';
import type { WeekdayProfile } from '../forecast/weekday-profile.ts';
import { addDays, daysBetween, type Day } from '../time/day.ts';
import { type UsualDay, usualDayOf, weekdayWeight } from './usual-day.ts';

/** When a day counts as an anomaly. All conditions must hold. */
interface AnomalyRules {
  /** So many robust deviations over the usual. */
  readonly deviations: number;
  /** So many times the usual. */
  readonly factor: number;
  /** So many credits over the usual: small users do not alarm, whatever their factor. */
  readonly excessFloorCredits: number;
}

const usualAnomalyRules: AnomalyRules = { deviations: 3.5, factor: 2.5, excessFloorCredits: 10_000 };

/** A day far over what somebody, or the organization, usually uses. Credits are integers. */
export interface Anomaly {
  readonly day: Day;
  readonly usedCredits: number;
  /** The usual credits of that weekday. */
  readonly usualCredits: number;
  readonly deviations: number;
  readonly comparedWith: 'own-days' | 'organization';
  /** Days with use that the usual was learnt from; people, when compared with the organization. */
  readonly sampleSize: number;
}

const comparisonDays = 28;

/** With fewer own days of use, a user is compared with the organization. */
const ownDaysMin = 5;

/** The minimum deviation that is assumed of anybody. */
const logDeviationMin = 0.2;

/**
 * Compares the last day of a series with the 28 days before. A user with too few own days is compared with `people`,
 * the usual day of the organization's users. Undefined when the day is no anomaly.
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

/** The days that the last one of a series is compared with. */
export function daysBefore(daily: DailyCredits) {
  return knownDays(daily, { from: addDays(daily.through, -comparisonDays), through: addDays(daily.through, -1) });
}
