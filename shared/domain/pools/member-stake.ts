import { sortedBy } from '../texts/compare-text.ts';
import { msPerMinute } from '../time/day.ts';
import type { Demand } from './demand.ts';
import { exposureAt, exposureCurve, freeLimit, withoutFloors, type ExposureCurve } from './exposure.ts';
import type { FillCost } from './fill-pools.ts';
import { replacedBy, type LimitInForce } from './limit-in-force.ts';
import { unknownStretches, type Moment, type UnknownStretch } from './moment.ts';
import type { Reckoning } from './pool-exposure.ts';
import type { Pool, PoolMember } from './pool.ts';

export interface DividedMember extends PoolMember {
  /** What the user may want until the next night. */
  readonly demand: Demand;
}

/**
 * Which of the limits up to now a cost counts: none (`target`); all, as if each were replaced right now (`replaced`);
 * or all, as if nothing that is sent now were done (`standing`).
 */
export type Counted = 'target' | 'replaced' | 'standing';

/** What one member's headroom means to the pools: headroom becomes a limit, and the limit a cost in each pool. */
export interface MemberStake {
  readonly member: DividedMember;
  readonly curves: readonly StakeCurves[];
  readonly inFlightCredits: number;
  /** Limits sent now are in force in a platform window to come, too. */
  readonly isBeforeTurn: boolean;
}

type StakeCurves = Readonly<Record<Counted, ExposureCurve>> & { readonly pool: number };

/** The stakes of all members of any pool, by user id. */
export function stakesOf(
  members: readonly DividedMember[],
  pools: readonly Pool[],
  reckoning: Reckoning,
): readonly MemberStake[] {
  const poolsOf = new Map<string, number[]>();
  pools.forEach(({ memberIds }, pool) => {
    memberIds.forEach((userId) => poolsOf.set(userId, [...(poolsOf.get(userId) ?? []), pool]));
  });
  const { inFlightCredits } = reckoning.assumptions;
  const stretches = pools.map((pool) => unknownStretches(pool.window, momentFor(pool, reckoning.moment)));
  const drawing = members.filter(({ userId }) => poolsOf.has(userId));
  return sortedBy(drawing, ({ userId }) => userId).map((member) => ({
    member,
    inFlightCredits,
    isBeforeTurn: (poolsOf.get(member.userId) ?? []).some((pool) => reachesTurn(stretches[pool] ?? [], reckoning)),
    curves: (poolsOf.get(member.userId) ?? []).map((pool) => ({
      pool,
      ...curvesOver(member, stretches[pool] ?? [], reckoning),
    })),
  }));
}

/**
 * The limit that leaves a headroom: what a turn may consume past the limit is part of the headroom. Without any, the
 * limit is what was reported; but before a turn of the platform window, where that would be open anew, it is 0.
 */
export function limitFor({ member, inFlightCredits, isBeforeTurn }: MemberStake, headroomCredits: number): number {
  const isBlocked = headroomCredits <= 0 && isBeforeTurn;
  return isBlocked ? 0 : Math.max(0, member.reportedCredits + headroomCredits - inFlightCredits);
}

/** What each headroom takes from the pools. */
export function costsOf(stake: MemberStake, counted: Counted): readonly FillCost[] {
  return stake.curves.map((curves) => ({
    pool: curves.pool,
    costOf: (headroomCredits) => exposureAt(curves[counted], limitFor(stake, headroomCredits)),
  }));
}

/** The most headroom that takes no more from any pool than is exposed already. */
export function freeHeadroom(stake: MemberStake, counted: Counted): number {
  const limit = Math.min(...stake.curves.map((curves) => freeLimit(curves[counted])));
  return Math.max(0, limit + stake.inFlightCredits - stake.member.reportedCredits);
}

/** What a member whose limit cannot be changed takes from a pool. */
export function exposureIn(stake: MemberStake, pool: number): number {
  const curves = stake.curves.find((candidate) => candidate.pool === pool);
  return curves === undefined ? 0 : exposureAt(curves.standing);
}

function curvesOver(
  { knownCredits, limits }: DividedMember,
  stretches: readonly UnknownStretch[],
  { moment, assumptions }: Reckoning,
): Readonly<Record<Counted, ExposureCurve>> {
  const bounded = boundedLimits(limits);
  const curveOf = (counted: readonly LimitInForce[]): ExposureCurve =>
    exposureCurve({ knownCredits, limits: counted }, stretches, assumptions);
  const standing = curveOf(bounded);
  const target = withoutFloors(standing);
  if (!Number.isFinite(exposureAt(standing))) {
    return { target, replaced: target, standing: target };
  }
  if (!isReplacingFelt(stretches, { moment, assumptions })) {
    return { target, replaced: standing, standing };
  }
  const replacedMs = moment.nowMs + assumptions.enforcementDelayMinutes * msPerMinute;
  return { target, replaced: curveOf(replacedBy(bounded, replacedMs)), standing };
}

function reachesTurn(stretches: readonly UnknownStretch[], { moment }: Reckoning): boolean {
  return stretches.some(({ fromMs, continuesKnown }) => fromMs > moment.nowMs && !continuesKnown);
}

/** When a limit ends matters only where use is bounded by time, or where some stretch begins after now. */
function isReplacingFelt(stretches: readonly UnknownStretch[], { moment, assumptions }: Reckoning): boolean {
  return assumptions.maxCreditsPerUserHour !== undefined || stretches.some(({ fromMs }) => fromMs > moment.nowMs);
}

/**
 * While somebody has been without a limit nothing is promised, and a pool that held it against the others would stop
 * everybody. So the time without a limit is left out here, and named by `poolExposure`; the limits are counted.
 */
function boundedLimits(limits: readonly LimitInForce[]): readonly LimitInForce[] {
  const bounded = limits.filter(({ limitCredits }) => Number.isFinite(limitCredits));
  const wasUnbounded = bounded.length < limits.length;
  return wasUnbounded ? bounded.map((limit) => ({ ...limit, fromMs: -Infinity })) : bounded;
}

/** Overcommit gives no guarantee to be kept across a turn of the platform window, and stops nobody for it. */
function momentFor({ guarantee }: Pool, moment: Moment): Moment {
  return guarantee.kind === 'strict' ? moment : { ...moment, heldUntilMs: moment.nowMs };
}
