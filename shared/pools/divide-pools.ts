import { currentLimit } from './exposure/limit-in-force.ts';
import {
  costsOf,
  exposureNow,
  freeHeadroom,
  limitFor,
  memberExposuresOf,
  type CountedLimits,
  type DividedMember,
  type MemberExposure,
} from './exposure/member-exposure.ts';
import { isCovered, poolExposure, type ExposureTerms } from './exposure/pool-exposure.ts';
import { fillPools } from './fill-pools.ts';
import { costAt, type HeadroomCost } from './headroom-requests.ts';
import { movedTargets, type Move } from './move.ts';
import { floatedTargets, type NightFloat } from './night-float.ts';
import type { LimitChange, PoolPlan, PoolStatus, Share } from './pool-plan.ts';
import { roomOf, type Pool, type PoolMember } from './pool.ts';
import { reservedHeadrooms, type ReservingRequest } from './reservation.ts';
import { defaultReserveShare, reserveCredits } from './reserve.ts';

export interface Division {
  readonly members: readonly DividedMember[];
  readonly pools: readonly Pool[];
  readonly exposureTerms: ExposureTerms;
  readonly reserveShare?: number;
  readonly float?: NightFloat;
  /** In their order. */
  readonly moves?: readonly Move[];
}

/**
 * Divides the pools' remaining credits among members, as limits to send now: the lower of the target, which gives all
 * users the same chance of being stopped, and of what is provably free. Every limit in force since the known data ends
 * may have been used up, so a lowered limit frees credits one day later.
 */
export function dividePools(division: Division): PoolPlan {
  const { decided, freeCredits } = decideShares(division);
  return {
    lowers: decided.flatMap(({ change, isLowered }) => (change !== undefined && isLowered ? [change] : [])),
    raises: decided.flatMap(({ change, isLowered }) => (change !== undefined && !isLowered ? [change] : [])),
    shares: decided.map(({ share }) => share),
    pools: poolStatusesOf(division, freeCredits),
  };
}

/** A separate function, so that exposures, most of a division's memory, can be freed before statuses are computed. */
function decideShares(division: Division): {
  readonly decided: readonly Decided[];
  readonly freeCredits: readonly number[];
} {
  const memberExposures = memberExposuresOf(division.members, division.pools, division.exposureTerms);
  const movable = memberExposures.filter(({ member }) => member.isFixed !== true);
  const fixed = memberExposures.filter(({ member }) => member.isFixed === true);
  const poolRooms = division.pools.map(roomOf);
  const rooms = lessExposed(poolRooms, fixed);
  const requestsOf = (counted: CountedLimits) =>
    movable.map((memberExposure) => requestOf(memberExposure, counted, poolRooms));

  const { held, targets } = targetsOf(division, movable, { rooms, requestsOf });
  // Free credits, once as if every limit that is too high were replaced, and once under the limits in force.
  const freeOf = (counted: CountedLimits) => {
    const requests = requestsOf(counted);
    const wanted = division.float === undefined ? requests : upTo(targets, requests);
    return fillPools(wanted, rooms, reservedHeadrooms(wanted, rooms));
  };
  const afterLowering = freeOf('replaced');
  const isAlike = movable.every(({ curves }) => curves.every(({ replaced, inForce }) => replaced === inForce));
  const asInForce = isAlike ? afterLowering : freeOf('inForce');

  const moved = movedBy(division.moves ?? [], targets, { movable, held, requestsOf });
  const decided = movable.map((memberExposure, index) => {
    // What a move gives is added below, as far as all others leave it.
    const targetCredits = Math.min(targets[index] ?? 0, moved[index] ?? 0);
    const loweredCredits = afterLowering[index] ?? 0;
    const raisedCredits = asInForce[index] ?? 0;
    const decision = decideShare(memberExposure, { targetCredits, loweredCredits, raisedCredits });
    return withReserved(decision, memberExposure.member, held[index] ?? 0);
  });
  return {
    decided:
      moved === targets ? decided : withMoved(decided, { moved, movable, rooms, requests: requestsOf('inForce') }),
    freeCredits: lessExposed(rooms, movable).map((room) => Math.max(0, room)),
  };
}

/** The targets after moves, which take no reserved credits. */
function movedBy(
  moves: readonly Move[],
  targets: readonly number[],
  {
    movable,
    held,
    requestsOf,
  }: Pick<Aiming, 'requestsOf'> & { readonly movable: readonly MemberExposure[] } & { held: readonly number[] },
): readonly number[] {
  const requests = moves.length === 0 ? [] : requestsOf('target');
  const members = requests.map(({ ceilingCredits }, index) => ({
    userId: movable[index]?.member.userId ?? '',
    pools: movable[index]?.pools ?? [],
    floorCredits: held[index] ?? 0,
    ceilingCredits,
  }));
  return movedTargets(targets, moves, members);
}

interface Moving {
  readonly moved: readonly number[];
  readonly movable: readonly MemberExposure[];
  readonly rooms: readonly number[];
  readonly requests: readonly ReservingRequest[];
}

/** Adds what moves give, now as far as no limit in force and no other limit that is sent may use it. */
function withMoved(decided: readonly Decided[], { moved, movable, rooms, requests }: Moving): readonly Decided[] {
  const left = [...rooms];
  const spend = (index: number, creditsFor: (cost: HeadroomCost) => number): void => {
    for (const cost of requests[index]?.costs ?? []) {
      const credits = creditsFor(cost);
      cost.pools.forEach((pool) => (left[pool] = (left[pool] ?? 0) - credits));
    }
  };
  decided.forEach(({ share }, index) => spend(index, (cost) => costAt(cost, share.headroomCredits)));
  return decided.map((each, index) => {
    const [memberExposure, gained] = [movable[index], (moved[index] ?? 0) - each.share.targetCredits];
    if (memberExposure === undefined || gained <= 0) {
      return each;
    }
    const { headroomCredits } = each.share;
    const free = Math.min(...memberExposure.pools.map((pool) => left[pool] ?? 0));
    // What limits in force allow anyway costs nothing more.
    const allowed = Math.max(0, (requests[index]?.leastCredits ?? 0) - headroomCredits);
    const now = free < 0 ? 0 : Math.min(gained, allowed + free);
    spend(index, (cost) => costAt(cost, headroomCredits + now) - costAt(cost, headroomCredits));
    const more = { headroomCredits: headroomCredits + now, targetCredits: moved[index] ?? 0 };
    const isLowered = limitFor(memberExposure, more.headroomCredits) < highestInForce(memberExposure.member);
    const { share, ...change } = decidedTo(memberExposure, more, isLowered);
    return { ...change, share: { ...each.share, ...share } };
  });
}

interface Aiming {
  readonly rooms: readonly number[];
  /** Requests are most of a division's memory: each list is created on use and not kept. */
  readonly requestsOf: (counted: CountedLimits) => readonly ReservingRequest[];
}

function targetsOf(
  division: Division,
  members: readonly MemberExposure[],
  { rooms, requestsOf }: Aiming,
): { readonly held: readonly number[]; readonly targets: readonly number[] } {
  const requests = requestsOf('target');
  // A reservation may use the reserve too; the reserve applies to what is left for the others.
  const held = reservedHeadrooms(requests, rooms);
  const heldCredits = costsIn(rooms, requests, held);
  const targetRooms = rooms.map((room, index) => room - reserveFor(division, index, room - (heldCredits[index] ?? 0)));
  const { pools, float } = division;
  const chances = fillPools(requests, targetRooms, held);
  const targets = float === undefined ? chances : floatedTargets(chances, float, { members, pools, rooms, held });
  return { held, targets };
}

function upTo(targets: readonly number[], requests: readonly ReservingRequest[]): readonly ReservingRequest[] {
  return requests.map((request, index) => ({
    ...request,
    ceilingCredits: Math.min(request.ceilingCredits, targets[index] ?? 0),
  }));
}

function costsIn(
  rooms: readonly number[],
  requests: readonly ReservingRequest[],
  headrooms: readonly number[],
): readonly number[] {
  const costs = rooms.map(() => 0);
  requests.forEach((request, index) => {
    const headroom = headrooms[index] ?? 0;
    for (const cost of headroom === 0 ? [] : request.costs) {
      const credits = costAt(cost, headroom);
      cost.pools.forEach((pool) => (costs[pool] = (costs[pool] ?? 0) + credits));
    }
  });
  return costs;
}

function withReserved(
  decided: Decided,
  { reservation, ownHeadroomCredits = Infinity }: DividedMember,
  heldCredits: number,
): Decided {
  if (reservation === undefined) {
    return decided;
  }
  const askedCredits = Math.min(Math.max(0, ownHeadroomCredits), reservation.credits);
  return { ...decided, share: { ...decided.share, reserved: { askedCredits, heldCredits } } };
}

interface Decided {
  readonly share: Share;
  readonly isLowered: boolean;
  readonly change?: LimitChange;
}

function decideShare(
  memberExposure: MemberExposure,
  {
    targetCredits,
    loweredCredits,
    raisedCredits,
  }: { readonly targetCredits: number; readonly loweredCredits: number; readonly raisedCredits: number },
): Decided {
  const highest = highestInForce(memberExposure.member);
  const loweredTo = Math.min(targetCredits, loweredCredits);
  const isLowered = limitFor(memberExposure, loweredTo) < highest;
  const headroomCredits = isLowered ? loweredTo : Math.min(targetCredits, raisedCredits);
  return decidedTo(memberExposure, { headroomCredits, targetCredits }, isLowered);
}

function decidedTo(
  memberExposure: MemberExposure,
  { headroomCredits, targetCredits }: { readonly headroomCredits: number; readonly targetCredits: number },
  isLowered: boolean,
): Decided {
  const { userId, limits } = memberExposure.member;
  const limitCredits = limitFor(memberExposure, headroomCredits);
  const share = { userId, limitCredits, headroomCredits, targetCredits };

  const fromCredits = currentLimit(limits);
  if (fromCredits === limitCredits) {
    return { share, isLowered };
  }
  const change = { userId, toCredits: limitCredits, ...(fromCredits === undefined ? {} : { fromCredits }) };
  return { share, isLowered, change };
}

/** The highest limit that may be in force from now on; `Infinity` for a user without one. */
export function highestInForce({ limits }: PoolMember): number {
  const inForce = limits.filter((limit) => limit.untilMs === undefined);
  return inForce.length === 0 ? Infinity : Math.max(...inForce.map((limit) => limit.limitCredits));
}

function requestOf(
  memberExposure: MemberExposure,
  counted: CountedLimits,
  poolRooms: readonly number[],
): ReservingRequest {
  const { demand, ownHeadroomCredits = Infinity, reservation } = memberExposure.member;
  // Where time bounds a user's consumption, larger headroom costs no more: the pool's remaining credits bound it.
  const leastRoom = memberExposure.pools.reduce((least, pool) => Math.min(least, poolRooms[pool] ?? 0), Infinity);
  return {
    demand,
    ceilingCredits: Math.max(0, Math.min(ownHeadroomCredits, leastRoom)),
    leastCredits: counted === 'target' ? 0 : freeHeadroom(memberExposure, counted),
    costs: costsOf(memberExposure, counted),
    reservation,
  };
}

/** Rooms minus what users may consume under the limits in force. Users without a limit are named instead. */
function lessExposed(rooms: readonly number[], exposures: readonly MemberExposure[]): readonly number[] {
  const left = [...rooms];
  for (const memberExposure of exposures) {
    for (const { pools, inForce } of memberExposure.curves) {
      const credits = exposureNow(memberExposure, inForce);
      pools.forEach((pool) => (left[pool] = (left[pool] ?? 0) - credits));
    }
  }
  return left;
}

function reserveFor(
  { pools, exposureTerms, reserveShare = defaultReserveShare }: Division,
  index: number,
  room: number,
): number {
  const pool = pools[index];
  return pool === undefined
    ? 0
    : reserveCredits(pool, room, { nowMs: exposureTerms.moment.nowMs, share: reserveShare });
}

function poolStatusesOf(
  { members, pools, exposureTerms }: Division,
  freeCredits: readonly number[],
): readonly PoolStatus[] {
  const byId = new Map(members.map((member) => [member.userId, member]));
  return pools.map((pool, index) => {
    const own = pool.memberIds.flatMap((userId) => byId.get(userId) ?? []);
    const exposure = poolExposure(pool, own, exposureTerms);
    return {
      name: pool.name,
      amountCredits: pool.amountCredits,
      knownCredits: pool.knownCredits,
      exposureCredits: exposure.credits,
      freeCredits: freeCredits[index] ?? 0,
      isCovered: isCovered(pool, exposure),
      unboundedIds: exposure.unboundedIds,
    };
  });
}
