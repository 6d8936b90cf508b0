import type { Guarantee } from '../../budgets/budget.ts';
import { windowAt, type PlatformWindow } from '../../budgets/window.ts';
import type { DailyCredits } from '../../forecast/daily-credits.ts';
import type { ClockDoubt } from '../../kernel/time/clock-skew.ts';
import { addDays, dayOf, type Day } from '../../kernel/time/day.ts';
import { creditsOver, dailyCreditsOf, spanOf, type DailyUse } from '../../ledger/daily-use.ts';
import type { LimitRecord } from '../../limits/limit-record.ts';
import type { PlainVerdict } from '../../permits/verdict.ts';
import type { PoolAssumptions } from '../../pools/assumptions.ts';
import { unknownDemand } from '../../pools/demand/demand.ts';
import { estimateDemand } from '../../pools/demand/estimate-demand.ts';
import { dividePools, type Division } from '../../pools/divide-pools.ts';
import type { LimitInForce } from '../../pools/exposure/limit-in-force.ts';
import type { DividedMember } from '../../pools/exposure/member-exposure.ts';
import type { ExposureTerms } from '../../pools/exposure/pool-exposure.ts';
import { horizonMs, knownUntil, type Moment } from '../../pools/moment.ts';
import type { Move } from '../../pools/move.ts';
import type { NightFloat } from '../../pools/night-float.ts';
import type { PoolPlan, PoolStatus, Share } from '../../pools/pool-plan.ts';
import { roomOf } from '../../pools/pool.ts';
import type { Reservation } from '../../pools/reservation.ts';
import type { MembersByDay } from '../../teams/members-by-day.ts';
import { demandHistories } from '../demand-histories.ts';
import { knownThroughOf, namedPools, type NamedPool } from './named-pools.ts';
import type { SharedBudget } from './shared-budget.ts';
import { userPoolsOf, type UserPools } from './user-pools.ts';

export interface PoolTerms extends MembersByDay {
  readonly use: DailyUse;
  readonly dataThrough: Day | undefined;
  readonly nowMs: number;
  readonly clockDoubt?: ClockDoubt;
  readonly platformWindow: PlatformWindow;
  readonly assumptions: PoolAssumptions;
  readonly reserveShare: number;
  readonly unlimitedCredits: number;
  readonly float?: NightFloat;
  readonly moves?: readonly Move[];
}

export interface PoolParticipant {
  readonly userId: string;
  /** Every limit that may have been in force since the known data ends; the time without a limit is one of them. */
  readonly limits: readonly LimitInForce[];
  readonly record: LimitRecord | undefined;
  readonly reportedCredits: number;
  readonly ownHeadroomCredits?: number;
  readonly reservation?: Reservation;
  /** No limit may be sent now; the limit in force counts. */
  readonly isFixed: boolean;
  /** Earlier days are not idle days. */
  readonly joinedOn?: Day;
}

export interface SharedPool extends PoolStatus, Omit<NamedPool, 'pool'> {
  readonly roomCredits: number;
  readonly guarantee: Guarantee;
  readonly reserved: { readonly heldCredits: number; readonly askedCredits: number };
  readonly verdict?: PlainVerdict;
  readonly memberIds: readonly string[];
}

/** What is used of a shared budget beyond all that it may give. Whole credits. */
export function poolOverCredits({ roomCredits }: { readonly roomCredits: number }): number {
  return Math.max(0, -roomCredits);
}

export interface UserShare extends Share, UserPools {
  readonly isHeldByOwn: boolean;
}

export interface Shares {
  readonly byUser: ReadonlyMap<string, UserShare>;
  readonly pools: readonly SharedPool[];
  readonly freesCreditsAtOnce: boolean;
  readonly daily?: DailyCredits;
  readonly exposureTerms?: ExposureTerms;
  readonly division?: Division;
}

export const noShares: Shares = { byUser: new Map(), pools: [], freesCreditsAtOnce: false };

export function poolsOnly({ division: _division, ...shares }: Shares): Shares {
  return { ...shares, byUser: noShares.byUser };
}

export interface ShareDivision {
  readonly division: Division;
  readonly shared: readonly NamedPool[];
}

/** The division of shared budgets; undefined where there are none. */
export function shareDivisionOf(
  budgets: readonly SharedBudget[],
  participants: readonly PoolParticipant[],
  terms: PoolTerms,
): ShareDivision | undefined {
  if (budgets.length === 0) {
    return undefined;
  }
  const moment = momentOf(terms);
  const { use, teamOf, moved } = terms;
  const userIds = participants.map(({ userId }) => userId);
  const people = { userIds, use, teamOf, moved };
  const shared = namedPools(budgets, people, moment);
  const division = {
    members: membersOf(participants, terms, moment),
    pools: shared.map(({ pool }) => pool),
    exposureTerms: { moment, assumptions: terms.assumptions },
    reserveShare: terms.reserveShare,
    float: terms.float,
    moves: terms.moves ?? [],
  };
  return { division, shared };
}

/** Divides the remaining credits of all pools among their members: docs/pools.md. */
export function divideShares(divided: ShareDivision | undefined, use: DailyUse): Shares {
  if (divided === undefined) {
    return noShares;
  }
  const { division, shared } = divided;
  const plan = dividePools(division);
  const { moment, assumptions } = division.exposureTerms;
  const statuses = new Map(plan.pools.map((status) => [status.name, status]));
  const reservedOf = new Map(plan.shares.flatMap(({ userId, reserved }) => (reserved ? [[userId, reserved]] : [])));
  return {
    division,
    exposureTerms: division.exposureTerms,
    daily: dailyCreditsOf(use, use.organization),
    byUser: sharesOf(plan, shared, division.members),
    pools: shared.flatMap(({ pool, ...known }) => {
      const { memberIds, guarantee } = pool;
      const status = statuses.get(pool.name);
      const reserved = sumReserved(memberIds, reservedOf);
      return status === undefined
        ? []
        : [{ ...status, ...known, roomCredits: roomOf(pool), guarantee, reserved, memberIds }];
    }),
    freesCreditsAtOnce:
      assumptions.maxCreditsPerUserHour !== undefined || dayOf(moment.nowMs) !== dayOf(moment.heldUntilMs - 1),
  };
}

function sumReserved(
  memberIds: readonly string[],
  reservedOf: ReadonlyMap<string, SharedPool['reserved']>,
): SharedPool['reserved'] {
  let [heldCredits, askedCredits] = [0, 0];
  for (const userId of reservedOf.size === 0 ? [] : memberIds) {
    heldCredits += reservedOf.get(userId)?.heldCredits ?? 0;
    askedCredits += reservedOf.get(userId)?.askedCredits ?? 0;
  }
  return { heldCredits, askedCredits };
}

const noDoubt: ClockDoubt = { earlierMs: 0, laterMs: 0 };

export function momentOf({
  use,
  dataThrough,
  nowMs,
  clockDoubt = noDoubt,
  platformWindow,
  assumptions,
}: Omit<PoolTerms, 'reserveShare' | 'unlimitedCredits' | keyof MembersByDay>): Moment {
  return {
    nowMs,
    earliestMs: nowMs - clockDoubt.earlierMs,
    knownUntilMs: knownUntil(dataThrough ?? addDays(use.range.from, -1), assumptions),
    heldUntilMs: horizonMs(nowMs + clockDoubt.laterMs),
    platformWindow,
  };
}

function membersOf(
  participants: readonly PoolParticipant[],
  terms: PoolTerms,
  moment: Moment,
): readonly DividedMember[] {
  const { use, platformWindow } = terms;
  const firstUnknown = dayOf(moment.knownUntilMs);
  const known = spanOf(use, {
    from: windowAt('platform', firstUnknown, platformWindow).from,
    through: knownThroughOf(moment),
  });
  const demands = estimateDemand({
    histories: demandHistories(participants, use, terms),
    through: use.range.through,
    day: dayOf(moment.nowMs),
  });
  return participants.map(({ userId, reportedCredits, ownHeadroomCredits, reservation, isFixed, limits }) => {
    const knownCredits = creditsOver(use.users.get(userId), known);
    const demand = demands.get(userId) ?? unknownDemand;
    // One literal: a spread copy has another memory layout, and there are very many of these.
    const member =
      ownHeadroomCredits === undefined
        ? { userId, reportedCredits, knownCredits, limits, demand }
        : { userId, reportedCredits, knownCredits, limits, demand, ownHeadroomCredits };
    return reservation === undefined && !isFixed ? member : { ...member, reservation, ...(isFixed && { isFixed }) };
  });
}

function sharesOf(
  plan: PoolPlan,
  shared: readonly NamedPool[],
  members: readonly DividedMember[],
): ReadonlyMap<string, UserShare> {
  const ownHeadrooms = new Map(
    members.map(({ userId, ownHeadroomCredits = Infinity }) => [userId, ownHeadroomCredits]),
  );
  const ownPools = userPoolsOf(plan, shared);
  return new Map(
    plan.shares.flatMap((share): readonly [string, UserShare][] => {
      const own = ownPools.get(share.userId);
      if (own === undefined) {
        return [];
      }
      const isHeldByOwn = share.headroomCredits >= Math.max(0, ownHeadrooms.get(share.userId) ?? Infinity);
      return [[share.userId, userShare(share, own, isHeldByOwn)]];
    }),
  );
}

function userShare(share: Share, { pool, pools }: UserPools, isHeldByOwn: boolean): UserShare {
  const { userId, limitCredits, headroomCredits, targetCredits, reserved } = share;
  return reserved === undefined
    ? { userId, limitCredits, headroomCredits, targetCredits, isHeldByOwn, pool, pools }
    : { ...share, isHeldByOwn, pool, pools };
}
