import { windowAt } from '../../budgets/window.ts';
import { sortedBy } from '../../kernel/texts/compare-text.ts';
import { dayOf, msPerMinute } from '../../kernel/time/day.ts';
import type { Demand } from '../demand/demand.ts';
import type { HeadroomCost } from '../headroom-requests.ts';
import { unknownPeriods, type Moment, type UnknownPeriod } from '../moment.ts';
import type { Pool, PoolMember } from '../pool.ts';
import type { Reservation } from '../reservation.ts';
import { exposureAt, exposureCurve, freeLimit, withoutFloors, type ExposureCurve } from './exposure.ts';
import { replacedBy, type LimitInForce } from './limit-in-force.ts';
import type { ExposureTerms } from './pool-exposure.ts';

export interface DividedMember extends PoolMember {
  readonly demand: Demand;
  readonly reservation?: Reservation;
}

/**
 * Which limits until now a cost counts: none (`target`); all, as if each were replaced now (`replaced`); or all, as if
 * nothing were sent now (`inForce`).
 */
export type CountedLimits = 'target' | 'replaced' | 'inForce';

/** The exposure of the pools to one member: a headroom determines a limit, and the limit a cost in each pool. */
export interface MemberExposure {
  readonly member: DividedMember;
  readonly pools: readonly number[];
  readonly curves: readonly PoolCurves[];
  readonly inFlightCredits: number;
  /** A strict pool of the member continues after the current platform window. */
  readonly outlivesPlatformWindow: boolean;
}

/** The target has no curve of its own: it is that of the limits in force without what these allow. */
type PoolCurves = Readonly<Record<Exclude<CountedLimits, 'target'>, ExposureCurve>> & {
  readonly pools: readonly number[];
};

export function memberExposuresOf(
  members: readonly DividedMember[],
  pools: readonly Pool[],
  exposureTerms: ExposureTerms,
): readonly MemberExposure[] {
  const exposureOf = exposureFinder(pools, exposureTerms);
  return sortedBy(members, ({ userId }) => userId).flatMap((member) => exposureOf(member) ?? []);
}

/** Finds the exposure of the pools to one member at a time; undefined for a member of none. */
function exposureFinder(
  pools: readonly Pool[],
  exposureTerms: ExposureTerms,
): (member: DividedMember) => MemberExposure | undefined {
  const poolsOf = poolsByMember(pools, exposureTerms.moment);
  const { inFlightCredits } = exposureTerms.assumptions;
  return (member) => {
    const own = poolsOf.get(member.userId);
    return own === undefined
      ? undefined
      : {
          member,
          inFlightCredits,
          pools: own.pools,
          outlivesPlatformWindow: own.outlivesPlatformWindow,
          curves: own.groups.map((group) => curvesOver(member, group, exposureTerms)),
        };
  };
}

interface MemberPools extends Pick<MemberExposure, 'pools' | 'outlivesPlatformWindow'> {
  readonly groups: readonly PoolPeriods[];
}

interface PoolPeriods extends Pick<MemberExposure, 'pools'> {
  readonly periods: readonly UnknownPeriod[];
}

/** The pools of each member, by user id. Members of the same pools share one of few objects. */
function poolsByMember(pools: readonly Pool[], moment: Moment): ReadonlyMap<string, MemberPools> {
  const known = new Map<string, MemberPools>();
  const poolsOf = new Map<string, MemberPools>();
  pools.forEach(({ memberIds }, pool) => {
    for (const userId of memberIds) {
      const own = [...(poolsOf.get(userId)?.pools ?? []), pool];
      const key = own.join();
      const shared = known.get(key) ?? memberPools(own, pools, moment);
      known.set(key, shared);
      poolsOf.set(userId, shared);
    }
  });
  return poolsOf;
}

function memberPools(own: readonly number[], pools: readonly Pool[], moment: Moment): MemberPools {
  const each = own.flatMap((index) => {
    const pool = pools[index];
    return pool === undefined ? [] : [{ index, pool }];
  });
  const alike = Map.groupBy(each, ({ pool: { window, guarantee } }) =>
    [window.from, window.through, guarantee.kind].join(' '),
  );
  return {
    pools: own,
    groups: [...alike.values()].flatMap((group) => {
      const [first] = group;
      return first === undefined
        ? []
        : [
            {
              pools: group.map(({ index }) => index),
              periods: unknownPeriods(first.pool.window, momentFor(first.pool, moment)),
            },
          ];
    }),
    outlivesPlatformWindow: each.some(({ pool }) => outlivesPlatformWindow(pool, moment)),
  };
}

/**
 * Returns the limit that leaves a headroom, which includes what a running turn may consume past the limit. Without
 * headroom it is the reported use; 0 where a pool continues after the platform window: another limit could be used up
 * again in the next window before a run lowers it.
 */
export function limitFor(memberExposure: MemberExposure, headroomCredits: number): number {
  const { member, inFlightCredits } = memberExposure;
  const isBlocked = headroomCredits <= 0 && memberExposure.outlivesPlatformWindow;
  return isBlocked ? 0 : Math.max(0, member.reportedCredits + headroomCredits - inFlightCredits);
}

/** What a headroom costs by the limit that leaves it: the exposure, once that limit is sent. */
export function costsOf(memberExposure: MemberExposure, counted: CountedLimits): readonly HeadroomCost[] {
  const { curves, outlivesPlatformWindow, inFlightCredits, member } = memberExposure;
  const idleThrough = Math.max(outlivesPlatformWindow ? 0 : -1, inFlightCredits - member.reportedCredits);
  return curves.map(({ pools, replaced, inForce }): HeadroomCost => {
    const curve = counted === 'target' ? withoutFloors(inForce) : counted === 'replaced' ? replaced : inForce;
    const parts = curve.open.map(({ knownCredits, floorCredits, capCredits }, index) => {
      const pastCredits = index === 0 ? curve.pastCredits : 0;
      return {
        offsetCredits: knownCredits - member.reportedCredits - pastCredits,
        leastCredits: floorCredits + pastCredits,
        mostCredits: capCredits + pastCredits,
      };
    });
    return {
      pools,
      idleThrough,
      idleCredits: exposureAt(curve, 0),
      parts: parts.length > 0 ? parts : [always(curve.pastCredits)],
    };
  });
}

function always(credits: number): HeadroomCost['parts'][number] {
  return { offsetCredits: 0, leastCredits: credits, mostCredits: credits };
}

/** Returns the largest headroom that adds nothing to the exposure of any pool. */
export function freeHeadroom(memberExposure: MemberExposure, counted: Exclude<CountedLimits, 'target'>): number {
  const limit = Math.min(...memberExposure.curves.map((curves) => freeLimit(curves[counted])));
  return Math.max(0, limit + memberExposure.inFlightCredits - memberExposure.member.reportedCredits);
}

/** The exposure before anything is sent. Reported use counts: part of it may have been used without a limit. */
export function exposureNow(memberExposure: MemberExposure, curve: ExposureCurve): number {
  return exposureAt(curve, limitFor(memberExposure, 0));
}

function curvesOver(
  { knownCredits, limits }: DividedMember,
  { pools, periods }: PoolPeriods,
  { moment, assumptions }: ExposureTerms,
): PoolCurves {
  const bounded = boundedLimits(limits);
  const curveUnder = (counted: readonly LimitInForce[]): ExposureCurve =>
    exposureCurve({ knownCredits, limits: counted }, periods, assumptions);
  const inForce = curveUnder(bounded);
  if (!Number.isFinite(exposureAt(inForce))) {
    const target = withoutFloors(inForce);
    return { replaced: target, inForce: target, pools };
  }
  if (!isReplacingFelt(periods, { moment, assumptions })) {
    return { replaced: inForce, inForce, pools };
  }
  const replacedMs = moment.nowMs + assumptions.enforcementDelayMinutes * msPerMinute;
  return { replaced: curveUnder(replacedBy(bounded, replacedMs)), inForce, pools };
}

function outlivesPlatformWindow({ window, guarantee }: Pool, { nowMs, platformWindow }: Moment): boolean {
  return guarantee.kind === 'strict' && window.through > windowAt('platform', dayOf(nowMs), platformWindow).through;
}

/** The end of a limit matters only where use is bounded by time, or where a period begins after now. */
function isReplacingFelt(periods: readonly UnknownPeriod[], { moment, assumptions }: ExposureTerms): boolean {
  return assumptions.maxCreditsPerUserHour !== undefined || periods.some(({ fromMs }) => fromMs > moment.nowMs);
}

/** A member without a limit would stop all others, so only limits count; `poolExposure` names the member. */
export function boundedLimits(limits: readonly LimitInForce[]): readonly LimitInForce[] {
  const bounded = limits.filter(({ limitCredits }) => Number.isFinite(limitCredits));
  const wasUnbounded = bounded.length < limits.length;
  return wasUnbounded ? bounded.map((limit) => ({ ...limit, fromMs: -Infinity })) : bounded;
}

/** Overcommit guarantees nothing beyond the platform window's end, so no one is stopped for it. */
function momentFor({ guarantee }: Pool, moment: Moment): Moment {
  return guarantee.kind === 'strict' ? moment : { ...moment, heldUntilMs: moment.nowMs };
}
