import { msPerDay, msPerMinute } from '../../kernel/time/day.ts';
import type { WholeReading } from '../totals/totals-state.ts';
import type { GivingRule } from './giving-rule.ts';

interface EveningHours {
  readonly nowMs: number;
  readonly nightMs: number;
  readonly lagMs: number;
}

/** A week, so that each weekday counts once. */
const eveningsMax = 7;
const eveningsMin = 3;
/** Looks do not begin at the same second every day. */
const sameTimeMs = 30 * msPerMinute;
/** One look may be missing. */
const lateMsMax = 130 * msPerMinute;
const msPerHour = 60 * msPerMinute;

/** Returns the share that unobserved users keep in the evening, by recent evenings; undefined with fewer than three. */
export function eveningShareOf(
  readings: readonly WholeReading[],
  hours: EveningHours,
  rule: GivingRule,
): number | undefined {
  const evenings = Array.from({ length: eveningsMax }, (_, index) => eveningOf(readings, hours, index + 1));
  const known = evenings.flatMap((evening) => evening ?? []);
  const evening = rateOf(known.map(({ use }) => use));
  const day = rateOf(known.map(({ whole }) => whole));
  return known.length < eveningsMin || day <= 0
    ? undefined
    : Math.min(1, rule.eveningShare * Math.max(1, evening / day));
}

interface Stretch {
  readonly credits: number;
  readonly hours: number;
}

function eveningOf(
  readings: readonly WholeReading[],
  { nowMs, nightMs, lagMs }: EveningHours,
  daysAgo: number,
): { readonly use: Stretch; readonly whole: Stretch } | undefined {
  const fromMs = nowMs - daysAgo * msPerDay;
  const shownMs = fromMs + nightMs - nowMs + lagMs;
  const begin = readings.find(({ beganAtMs }) => Math.abs(beganAtMs - fromMs) <= sameTimeMs);
  const shown = readings.find(({ beganAtMs }) => beganAtMs >= shownMs && beganAtMs <= shownMs + lateMsMax);
  const end = readings.find(({ beganAtMs }) => Math.abs(beganAtMs - fromMs - msPerDay) <= sameTimeMs);
  return begin === undefined || shown === undefined || end === undefined
    ? undefined
    : { use: between(begin, shown), whole: between(begin, end) };
}

function between(begin: WholeReading, end: WholeReading): Stretch {
  return { credits: end.credits - begin.credits, hours: (end.beganAtMs - begin.beganAtMs) / msPerHour };
}

function rateOf(stretches: readonly Stretch[]): number {
  const credits = stretches.reduce((sum, each) => sum + each.credits, 0);
  const hours = stretches.reduce((sum, each) => sum + each.hours, 0);
  return hours === 0 ? 0 : credits / hours;
}
