import { reachOf } from '../pools/exposure/exposure.ts';
import { boundedLimits } from '../pools/exposure/member-exposure.ts';
import { poolExposure, type ExposureTerms } from '../pools/exposure/pool-exposure.ts';
import { unknownPeriods, type UnknownPeriod } from '../pools/moment.ts';
import { roomOf, type Pool, type PoolMember } from '../pools/pool.ts';
import type { LiveBounds, LiveMember, PoolProof, TotalsReading } from './live-pool.ts';
import { readBound, upperTotal } from './read-bound.ts';

export interface ProofTerms extends ExposureTerms {
  readonly readings: readonly TotalsReading[];
  readonly bounds: LiveBounds;
  readonly lagMs: number;
}

export interface ProvenPool extends PoolProof {
  /** Members without a bound: nothing is guaranteed until each has a limit, and the proof covers the others. */
  readonly unboundedIds: readonly string[];
  /** The reading that proves the bound, in Unix milliseconds of its beginning; absent where the exposure does. */
  readonly readAtMs?: number;
}

/** Returns the lowest bound from exposure and readings; it stays valid with later raises (docs/live.md). */
export function provePool(pool: Pool, members: readonly PoolMember[], terms: ProofTerms): ProvenPool {
  const { unboundedIds } = poolExposure(pool, members, terms);
  const ids = new Set(pool.memberIds);
  const bounded = members
    .filter(({ userId }) => ids.has(userId))
    .map((member) => ({ ...member, limits: boundedLimits(member.limits) }));
  const { credits: worstCaseCredits } = poolExposure(pool, bounded, terms);
  const exposed = {
    amountCredits: pool.knownCredits + roomOf(pool),
    worstCaseCredits,
    boundCredits: worstCaseCredits,
    unboundedIds,
  };
  const period = onlyPeriodOf(pool, terms);
  if (period === undefined) {
    return exposed;
  }
  const best = leastOf(terms.readings.map((reading) => boundOf({ pool, bounded, period }, reading, terms)));
  return best === undefined || best.boundCredits >= worstCaseCredits ? exposed : { ...exposed, ...best };
}

function boundOf(
  {
    pool,
    bounded,
    period,
  }: { readonly pool: Pool; readonly bounded: readonly PoolMember[]; readonly period: UnknownPeriod },
  reading: TotalsReading,
  terms: ProofTerms,
) {
  const sinceMs = reading.beganAtMs - terms.lagMs;
  const { inFlightCredits } = terms.assumptions;
  const seen = bounded.map((member) => liveMember(member, { period, sinceMs, inFlightCredits }));
  const beyondKnown = readBound(seen, { totalCredits: upperTotal(reading, terms.bounds), inFlightCredits });
  return { boundCredits: pool.knownCredits + beyondKnown, readAtMs: reading.beganAtMs };
}

/** The unknown part if a limit bounds it once. Over a platform window's turn readings prove nothing. */
export function onlyPeriodOf(pool: Pool, { moment }: ExposureTerms): UnknownPeriod | undefined {
  const [period, ...others] = unknownPeriods(pool.window, moment);
  return others.length === 0 && period?.isPast === false ? period : undefined;
}

/** A member with bounded limits, in the platform window of the period. */
export function liveMember(
  { userId, knownCredits, limits }: PoolMember,
  {
    period,
    sinceMs,
    inFlightCredits,
  }: { readonly period: UnknownPeriod; readonly sinceMs: number; readonly inFlightCredits: number },
): LiveMember {
  let inForceCredits = 0;
  let highestCredits = 0;
  for (const { limitCredits, untilMs = Infinity } of limits) {
    const reach = untilMs > period.fromMs ? reachOf(limitCredits, inFlightCredits) : 0;
    highestCredits = Math.max(highestCredits, reach);
    inForceCredits = untilMs > sinceMs ? Math.max(inForceCredits, reach) : inForceCredits;
  }
  return { userId, knownCredits: period.continuesKnown ? knownCredits : 0, inForceCredits, highestCredits };
}

function leastOf<Bound extends { readonly boundCredits: number }>(bounds: readonly Bound[]): Bound | undefined {
  return bounds.reduce<Bound | undefined>(
    (least, bound) => (least === undefined || bound.boundCredits < least.boundCredits ? bound : least),
    undefined,
  );
}
