import { sortedBy } from '../../texts/compare-text.ts';
import { windowAt } from '../../budgets/window.ts';
import { dayOf, msPerMinute } from '../../time/day.ts';
import type { Demand } from '../demand/demand.ts';
import {
  exposureAt,
  exposureCurve,
  exposureWithoutFloors,
  freeLimit,
  withoutFloors,
  type ExposureCurve,
} from './exposure.ts';
import type { PoolCost } from '../fill-pools.ts';
import { replacedBy, type LimitInForce } from './limit-in-force.ts';
import { unknownPeriods, type Moment, type UnknownPeriod } from '../moment.ts';
import type { ExposureTerms } from './pool-exposure.ts';
import type { Pool, PoolMember } from '../pool.ts';
import type { Reservation } from '../reservation.ts';

export interface DividedMember extends PoolMember {
  /** What the user may want until the next nightly run. */
  readonly demand: Demand;
  /** What is theirs before the rest is divided. */
  readonly reservation?: Reservation;
}

/**
 * Which of the limits up to now a cost counts: none (`target`); all, as if each were replaced right now (`replaced`);
 * or all, as if nothing that is sent now were done (`inForce`).
 */
export type CountedLimits = 'target' | 'replaced' | 'inForce';

/** The exposure of the pools to one member: a headroom determines a limit, and the limit a cost in each pool. */
export interface MemberExposure {
  readonly member: DividedMember;
  readonly curves: readonly PoolCurves[];
  readonly inFlightCredits: number;
  /** A strict pool of the member continues after the platform window of now. */
  readonly outlivesPlatformWindow: boolean;
}

/** The target has no curve of its own: it is that of the limits in force without what these allow. */
type PoolCurves = Readonly<Record<Exclude<CountedLimits, 'target'>, ExposureCurve>> & { readonly pool: number };

/** The exposures of all members of any pool, by user id. */
export function memberExposuresOf(
  members: readonly DividedMember[],
  pools: readonly Pool[],
  exposureTerms: ExposureTerms,
): readonly MemberExposure[] {
  const exposureOf = exposureFinder(pools, exposureTerms);
  return sortedBy(members, ({ userId }) => userId).flatMap((member) => exposureOf(member) ?? []);
}

/** Gives the exposure of the pools to one member after the other; nothing to a member of none. */
export function exposureFinder(
  pools: readonly Pool[],
  exposureTerms: ExposureTerms,
): (member: DividedMember) => MemberExposure | undefined {
  const poolsOf = poolsByMember(pools);
  const { inFlightCredits } = exposureTerms.assumptions;
  const terms = { ...exposureTerms, periods: periodsByPool(pools, exposureTerms.moment) };
  const outlives = pools.map((pool) => outlivesPlatformWindow(pool, exposureTerms.moment));
  return (member) => {
    const own = poolsOf.get(member.userId);
    return own === undefined
      ? undefined
      : {
          member,
          inFlightCredits,
          outlivesPlatformWindow: own.some((pool) => outlives[pool] === true),
          curves: curvesOf(member, own, terms),
        };
  };
}

/** The pools of each member, by user id. Members of the same pools share one list: there are few of those. */
function poolsByMember(pools: readonly Pool[]): ReadonlyMap<string, readonly number[]> {
  const lists = new Map<string, readonly number[]>();
  const poolsOf = new Map<string, readonly number[]>();
  pools.forEach(({ memberIds }, pool) => {
    for (const userId of memberIds) {
      const list = [...(poolsOf.get(userId) ?? []), pool];
      const key = list.join();
      const known = lists.get(key) ?? list;
      lists.set(key, known);
      poolsOf.set(userId, known);
    }
  });
  return poolsOf;
}

/** Pools with the same unknown time have the same periods, so that a member has the same curves in them. */
function periodsByPool(pools: readonly Pool[], moment: Moment): readonly (readonly UnknownPeriod[])[] {
  const known = new Map<string, readonly UnknownPeriod[]>();
  return pools.map((pool) => {
    const key = `${pool.window.from} ${pool.window.through} ${pool.guarantee.kind}`;
    const periods = known.get(key) ?? unknownPeriods(pool.window, momentFor(pool, moment));
    known.set(key, periods);
    return periods;
  });
}

/** One object for all pools with the same periods: there are as many as members and pools. */
function curvesOf(
  member: DividedMember,
  pools: readonly number[],
  { periods, ...terms }: ExposureTerms & { readonly periods: readonly (readonly UnknownPeriod[])[] },
): readonly PoolCurves[] {
  const made = new Map<readonly UnknownPeriod[], Omit<PoolCurves, 'pool'>>();
  return pools.map((pool) => {
    const own = periods[pool] ?? [];
    const curves = made.get(own) ?? curvesOver(member, own, terms);
    made.set(own, curves);
    return { replaced: curves.replaced, inForce: curves.inForce, pool };
  });
}

/**
 * The limit that leaves a headroom, which includes what a running turn may consume past the limit. Without headroom the
 * limit is the reported use. It is 0 where a pool continues after the platform window: any other limit could be used up
 * again in the next one, and the run that lowers it may fail or be late.
 */
export function limitFor(memberExposure: MemberExposure, headroomCredits: number): number {
  const { member, inFlightCredits } = memberExposure;
  const isBlocked = headroomCredits <= 0 && memberExposure.outlivesPlatformWindow;
  return isBlocked ? 0 : Math.max(0, member.reportedCredits + headroomCredits - inFlightCredits);
}

/** The cost of each headroom in each pool. */
export function costsOf(memberExposure: MemberExposure, counted: CountedLimits): readonly PoolCost[] {
  return memberExposure.curves.map(
    (curves) => new MemberCost(memberExposure, { pool: curves.pool, ...curveOf(curves, counted) }),
  );
}

interface CountedCurve {
  readonly curve: ExposureCurve;
  readonly isFloorless: boolean;
}

function curveOf({ replaced, inForce }: PoolCurves, counted: CountedLimits): CountedCurve {
  return { curve: counted === 'replaced' ? replaced : inForce, isFloorless: counted === 'target' };
}

/** A class, since there is one for each member and pool: a function for each takes three times the memory. */
class MemberCost implements PoolCost {
  readonly pool: number;
  readonly #member: MemberExposure;
  readonly #curve: ExposureCurve;
  readonly #isFloorless: boolean;

  constructor(member: MemberExposure, { pool, curve, isFloorless }: CountedCurve & { readonly pool: number }) {
    this.pool = pool;
    this.#member = member;
    this.#curve = curve;
    this.#isFloorless = isFloorless;
  }

  costOf(headroomCredits: number): number {
    const limitCredits = limitFor(this.#member, headroomCredits);
    return this.#isFloorless ? exposureWithoutFloors(this.#curve, limitCredits) : exposureAt(this.#curve, limitCredits);
  }
}

/** The largest headroom that adds nothing to the exposure of any pool. */
export function freeHeadroom(memberExposure: MemberExposure, counted: Exclude<CountedLimits, 'target'>): number {
  const limit = Math.min(...memberExposure.curves.map((curves) => freeLimit(curves[counted])));
  return Math.max(0, limit + memberExposure.inFlightCredits - memberExposure.member.reportedCredits);
}

/**
 * The exposure before anything is sent. What is reported is used, settled or not and whatever limit is sent: some of it
 * may have been used without any.
 */
export function exposureNow(memberExposure: MemberExposure, curve: ExposureCurve): number {
  return exposureAt(curve, limitFor(memberExposure, 0));
}

function curvesOver(
  { knownCredits, limits }: DividedMember,
  periods: readonly UnknownPeriod[],
  { moment, assumptions }: ExposureTerms,
): Omit<PoolCurves, 'pool'> {
  const bounded = boundedLimits(limits);
  const curveUnder = (counted: readonly LimitInForce[]): ExposureCurve =>
    exposureCurve({ knownCredits, limits: counted }, periods, assumptions);
  const inForce = curveUnder(bounded);
  if (!Number.isFinite(exposureAt(inForce))) {
    const target = withoutFloors(inForce);
    return { replaced: target, inForce: target };
  }
  if (!isReplacingFelt(periods, { moment, assumptions })) {
    return { replaced: inForce, inForce };
  }
  const replacedMs = moment.nowMs + assumptions.enforcementDelayMinutes * msPerMinute;
  return { replaced: curveUnder(replacedBy(bounded, replacedMs)), inForce };
}

function outlivesPlatformWindow({ window, guarantee }: Pool, { nowMs, platformWindow }: Moment): boolean {
  return guarantee.kind === 'strict' && window.through > windowAt('platform', dayOf(nowMs), platformWindow).through;
}

/** The end of a limit matters only where use is bounded by time, or where a period begins after now. */
function isReplacingFelt(periods: readonly UnknownPeriod[], { moment, assumptions }: ExposureTerms): boolean {
  return assumptions.maxCreditsPerUserHour !== undefined || periods.some(({ fromMs }) => fromMs > moment.nowMs);
}

/**
 * While a member has no limit nothing is guaranteed, and a pool that counted it would stop all other members. So the
 * time without a limit does not count here, and `poolExposure` names the member; the limits do count.
 */
export function boundedLimits(limits: readonly LimitInForce[]): readonly LimitInForce[] {
  const bounded = limits.filter(({ limitCredits }) => Number.isFinite(limitCredits));
  const wasUnbounded = bounded.length < limits.length;
  return wasUnbounded ? bounded.map((limit) => ({ ...limit, fromMs: -Infinity })) : bounded;
}

/** Overcommit guarantees nothing beyond the end of the platform window, and so it stops nobody for it. */
function momentFor({ guarantee }: Pool, moment: Moment): Moment {
  return guarantee.kind === 'strict' ? moment : { ...moment, heldUntilMs: moment.nowMs };
}
