import { fillPools, type Filled } from './fill-pools.ts';
import { standingLimit } from './limit-in-force.ts';
import {
  costsOf,
  exposureIn,
  freeHeadroom,
  limitFor,
  stakesOf,
  type Counted,
  type DividedMember,
  type MemberStake,
} from './member-stake.ts';
import { isCovered, poolExposure, type Reckoning } from './pool-exposure.ts';
import type { LimitChange, PoolPlan, PoolStanding, Share } from './pool-plan.ts';
import { roomOf, type Pool, type PoolMember } from './pool.ts';
import { defaultReserveShare, reserveCredits } from './reserve.ts';

export interface Division {
  /** In any order. Who is in no pool is left out of the plan. */
  readonly members: readonly DividedMember[];
  /** Nested or not; a user may be in several, and is bound by all. */
  readonly pools: readonly Pool[];
  readonly reckoning: Reckoning;
  /** `defaultReserveShare` when absent. */
  readonly reserveShare?: number;
}

/**
 * Divides what is left of the pools among their members, as limits to send now. Each is the least of the user's target,
 * which gives everyone the same chance of being stopped, and of what is provably free: whatever limits were in force
 * since the end of the known data may have been used up, so that a lowered limit frees credits one night later.
 */
export function dividePools(division: Division): PoolPlan {
  const stakes = stakesOf(division.members, division.pools, division.reckoning);
  const movable = stakes.filter(({ member }) => member.isFixed !== true);
  const fixed = stakes.filter(({ member }) => member.isFixed === true);
  const rooms = division.pools.map((pool, index) => roomOf(pool) - exposedIn(fixed, index));
  const targetRooms = rooms.map((room, index) => room - reserveFor(division, index, room));

  const targets = fillPools(
    movable.map((stake) => filled(stake, 'target')),
    targetRooms,
  );
  // What may go out now: once when every limit that is too high is surely replaced, and once as limits stand.
  const afterTaking = fillPools(
    movable.map((stake) => filled(stake, 'replaced')),
    rooms,
  );
  const isAlike = movable.every(({ curves }) => curves.every(({ replaced, standing }) => replaced === standing));
  const asTheyStand = isAlike
    ? afterTaking
    : fillPools(
        movable.map((stake) => filled(stake, 'standing')),
        rooms,
      );

  const decided = movable.map((stake, index) => {
    const targetCredits = targets[index] ?? 0;
    const taking = Math.max(afterTaking[index] ?? 0, freeHeadroom(stake, 'replaced'));
    const giving = Math.max(asTheyStand[index] ?? 0, freeHeadroom(stake, 'standing'));
    return decideShare(stake, { targetCredits, taking, giving });
  });
  return {
    takes: decided.flatMap(({ change, isTake }) => (change !== undefined && isTake ? [change] : [])),
    gives: decided.flatMap(({ change, isTake }) => (change !== undefined && !isTake ? [change] : [])),
    shares: decided.map(({ share }) => share),
    pools: standingsOf(division),
  };
}

interface Decided {
  readonly share: Share;
  readonly isTake: boolean;
  readonly change?: LimitChange;
}

interface Headrooms {
  readonly targetCredits: number;
  readonly taking: number;
  readonly giving: number;
}

/** Whoever may be under a higher limit, or none, is taken from; whoever is not is given to, as far as it is free. */
function decideShare(stake: MemberStake, { targetCredits, taking, giving }: Headrooms): Decided {
  const { userId, limits } = stake.member;
  const highest = highestStanding(stake.member);
  const takenTo = Math.min(targetCredits, taking);
  const isTake = limitFor(stake, takenTo) < highest;
  const headroomCredits = isTake ? takenTo : Math.min(targetCredits, giving);
  const limitCredits = limitFor(stake, headroomCredits);
  const share = { userId, limitCredits, headroomCredits, targetCredits };

  const fromCredits = standingLimit(limits);
  if (fromCredits === limitCredits) {
    return { share, isTake };
  }
  const change = { userId, toCredits: limitCredits, ...(fromCredits === undefined ? {} : { fromCredits }) };
  return { share, isTake, change };
}

/** The highest limit that may be in force from now on; `Infinity` for who has none. */
function highestStanding({ limits }: PoolMember): number {
  const standing = limits.filter((limit) => limit.untilMs === undefined);
  return standing.length === 0 ? Infinity : Math.max(...standing.map((limit) => limit.limitCredits));
}

function filled(stake: MemberStake, counted: Counted): Filled {
  return {
    demand: stake.member.demand,
    ceilingCredits: Math.max(0, stake.member.ownHeadroomCredits ?? Infinity),
    costs: costsOf(stake, counted),
  };
}

/** What users whose limit cannot be changed now may consume is not there to be divided. Who has no limit is named. */
function exposedIn(fixed: readonly MemberStake[], pool: number): number {
  return fixed.reduce((sum, stake) => sum + exposureIn(stake, pool), 0);
}

function reserveFor(
  { pools, reckoning, reserveShare = defaultReserveShare }: Division,
  index: number,
  room: number,
): number {
  const pool = pools[index];
  return pool === undefined ? 0 : reserveCredits(pool, room, { nowMs: reckoning.moment.nowMs, share: reserveShare });
}

function standingsOf({ members, pools, reckoning }: Division): readonly PoolStanding[] {
  const byId = new Map(members.map((member) => [member.userId, member]));
  return pools.map((pool) => {
    const own = pool.memberIds.flatMap((userId) => byId.get(userId) ?? []);
    const exposure = poolExposure(pool, own, reckoning);
    return {
      name: pool.name,
      amountCredits: pool.amountCredits,
      knownCredits: pool.knownCredits,
      exposureCredits: exposure.credits,
      isCovered: isCovered(pool, exposure),
      unboundedIds: exposure.unboundedIds,
    };
  });
}
