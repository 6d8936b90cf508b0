import type { PoolAssumptions } from '../assumptions.ts';
import type { UnknownPeriod } from '../moment.ts';
import type { LimitInForce } from './limit-in-force.ts';

export interface Exposed {
  /** Credits through the end of the known data, in the platform window in which the known data ends. */
  readonly knownCredits: number;
  /** Every limit in force since the known data ends. Empty: no limit. */
  readonly limits: readonly LimitInForce[];
}

/**
 * How much of a window one user may have consumed beyond the known use, by the limit sent now: a sum over the platform
 * windows in the unknown time, since the platform counts from 0 in each.
 */
export interface ExposureCurve {
  readonly inFlightCredits: number;
  /** From past periods: no limit sent now changes them. */
  readonly pastCredits: number;
  readonly open: readonly {
    readonly knownCredits: number;
    /** What the limits until now allow. */
    readonly floorCredits: number;
    /** The most that time allows, whatever the limit. */
    readonly capCredits: number;
  }[];
}

const msPerHour = 3_600_000;

/** Returns one user's curve over the unknown periods of a window: see `unknownPeriods`. */
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
    // Mapped, not pushed: a growing list has spare capacity, and there is one for each user.
    open: periods
      .filter(({ isPast }) => !isPast)
      .map((period) => {
        const { knownCredits, floorCredits } = flooredOf(period);
        return { knownCredits, floorCredits, capCredits: capOver(period, assumptions) };
      }),
  };
}

/** Returns the most that can be consumed beyond known use under `limitCredits`, or else the limits in force. */
export function exposureAt(curve: ExposureCurve, limitCredits = -Infinity): number {
  let credits = curve.pastCredits;
  for (const { knownCredits, floorCredits, capCredits } of curve.open) {
    const allowed = reachOf(limitCredits, curve.inFlightCredits) - knownCredits;
    credits += Math.max(floorCredits, Math.min(allowed, capCredits));
  }
  return credits;
}

/** Returns a user's curve without the exposure from limits until now. */
export function withoutFloors(curve: ExposureCurve): ExposureCurve {
  return { ...curve, pastCredits: 0, open: curve.open.map((period) => ({ ...period, floorCredits: 0 })) };
}

/** Returns the highest limit that adds nothing to the exposure; at least 0, which blocks the user. */
export function freeLimit(curve: ExposureCurve): number {
  let free = Infinity;
  for (const { knownCredits, floorCredits, capCredits } of curve.open) {
    if (capCredits > floorCredits) {
      free = Math.min(free, knownCredits + floorCredits - curve.inFlightCredits);
    }
  }
  return Math.max(0, free);
}

/** The user's last use was under some limit of the period, and had not exceeded it then. */
function floorOf(
  limits: readonly LimitInForce[],
  {
    period,
    knownCredits,
    assumptions,
  }: { readonly period: UnknownPeriod; readonly knownCredits: number; readonly assumptions: PoolAssumptions },
): number {
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

/** The most that a user can use under a limit. Under a limit of 0 no turn begins, so none can exceed it. */
export function reachOf(limitCredits: number, inFlightCredits: number): number {
  return limitCredits <= 0 ? 0 : limitCredits + inFlightCredits;
}

function capOver(
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
  { maxCreditsPerUserHour, inFlightCredits }: PoolAssumptions,
): number {
  if (maxCreditsPerUserHour === undefined) {
    return Infinity;
  }
  return Math.ceil((maxCreditsPerUserHour * Math.max(0, untilMs - fromMs)) / msPerHour) + inFlightCredits;
}
