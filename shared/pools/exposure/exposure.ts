import type { PoolAssumptions } from '../assumptions.ts';
import type { UnknownPeriod } from '../moment.ts';
import type { LimitInForce } from './limit-in-force.ts';

/** What is known of one user whose exposure is calculated. */
export interface Exposed {
  /** Credits through the end of the known data, in the platform window in which the known data ends. */
  readonly knownCredits: number;
  /** Every limit in force since the end of the known data. An empty list means that the user has no limit. */
  readonly limits: readonly LimitInForce[];
}

/**
 * How much of a window one user may have consumed beyond what is known, depending on the limit sent now: a sum over
 * the platform windows that the unknown time touches, since the platform counts from 0 in each.
 */
export interface ExposureCurve {
  readonly inFlightCredits: number;
  /** From periods that are over: no limit sent now changes them. */
  readonly pastCredits: number;
  readonly open: readonly OpenPeriod[];
}

interface OpenPeriod {
  readonly knownCredits: number;
  /** What the limits up to now allow. */
  readonly floorCredits: number;
  /** The most that time allows, whatever the limit. */
  readonly capCredits: number;
}

const msPerHour = 3_600_000;

/** The curve of one user over the unknown periods of a window: see `unknownPeriods`. */
export function exposureCurve(
  user: Exposed,
  periods: readonly UnknownPeriod[],
  assumptions: PoolAssumptions,
): ExposureCurve {
  const flooredOf = (period: UnknownPeriod) => {
    const knownCredits = period.continuesKnown ? user.knownCredits : 0;
    return { knownCredits, floorCredits: floorOf(user.limits, { period, knownCredits, assumptions }) };
  };
  return {
    inFlightCredits: assumptions.inFlightCredits,
    pastCredits: periods.reduce((sum, period) => (period.isPast ? sum + flooredOf(period).floorCredits : sum), 0),
    // Mapped, not pushed: of a list that grows, which there is one of for each user, most is room to grow.
    open: periods
      .filter(({ isPast }) => !isPast)
      .map((period) => {
        const { knownCredits, floorCredits } = flooredOf(period);
        return { knownCredits, floorCredits, capCredits: capOver(period, assumptions) };
      }),
  };
}

/**
 * The most that can be consumed beyond what is known when `limitCredits` is sent now, or, without it, under the limits
 * in force.
 */
export function exposureAt(curve: ExposureCurve, limitCredits = -Infinity): number {
  let credits = curve.pastCredits;
  for (const { knownCredits, floorCredits, capCredits } of curve.open) {
    const allowed = reachOf(limitCredits, curve.inFlightCredits) - knownCredits;
    credits += Math.max(floorCredits, Math.min(allowed, capCredits));
  }
  return credits;
}

/** The exposure at a limit of the curve without the exposure from limits up to now: see `withoutFloors`. */
export function exposureWithoutFloors(curve: ExposureCurve, limitCredits: number): number {
  let credits = 0;
  for (const { knownCredits, capCredits } of curve.open) {
    credits += Math.max(0, Math.min(reachOf(limitCredits, curve.inFlightCredits) - knownCredits, capCredits));
  }
  return credits;
}

/** The curve of a user without the exposure from limits up to now. */
export function withoutFloors(curve: ExposureCurve): ExposureCurve {
  return { ...curve, pastCredits: 0, open: curve.open.map((period) => ({ ...period, floorCredits: 0 })) };
}

/** The largest limit that adds nothing to the exposure; 0 at least, which blocks the user. */
export function freeLimit(curve: ExposureCurve): number {
  let free = Infinity;
  for (const { knownCredits, floorCredits, capCredits } of curve.open) {
    if (capCredits > floorCredits) {
      free = Math.min(free, knownCredits + floorCredits - curve.inFlightCredits);
    }
  }
  return Math.max(0, free);
}

interface FloorTerms {
  readonly period: UnknownPeriod;
  readonly knownCredits: number;
  readonly assumptions: PoolAssumptions;
}

/** The user's last use was under some limit of the period, and had not exceeded it then. */
function floorOf(limits: readonly LimitInForce[], { period, knownCredits, assumptions }: FloorTerms): number {
  // Before the first limit there was none.
  const firstMs = limits.reduce((first, limit) => Math.min(first, limit.fromMs), Infinity);
  const bareMs = Math.min(firstMs, period.untilMs);
  let credits = bareMs > period.fromMs ? capOver({ fromMs: period.fromMs, untilMs: bareMs }, assumptions) : 0;
  for (const { limitCredits, fromMs, untilMs = Infinity } of limits) {
    if (fromMs < period.untilMs && untilMs > period.fromMs) {
      const inTime = capOver({ fromMs: period.fromMs, untilMs: Math.min(untilMs, period.untilMs) }, assumptions);
      credits = Math.max(credits, Math.min(reachOf(limitCredits, assumptions.inFlightCredits) - knownCredits, inTime));
    }
  }
  return credits;
}

/** The most that a user can use under a limit. Under a limit of 0 no turn begins, so that none can exceed it. */
export function reachOf(limitCredits: number, inFlightCredits: number): number {
  return limitCredits <= 0 ? 0 : limitCredits + inFlightCredits;
}

function capOver(
  { fromMs, untilMs }: Pick<UnknownPeriod, 'fromMs' | 'untilMs'>,
  { maxCreditsPerUserHour, inFlightCredits }: PoolAssumptions,
): number {
  if (maxCreditsPerUserHour === undefined) {
    return Infinity;
  }
  return Math.ceil((maxCreditsPerUserHour * Math.max(0, untilMs - fromMs)) / msPerHour) + inFlightCredits;
}
