import { headroomFor, stopChance, type Demand } from '../../../shared/pools/demand/demand.ts';
import { StopChanceQueue } from './stop-chance-queue.ts';

/*
 * The division as it was written first: it looks at every member of every pool at each step. The witness of the quicker
 * one, which gives the same to the credit.
 */

export interface HeadroomRequest {
  readonly demand: Demand;
  /** The most headroom requested: what the user's own budgets leave; `Infinity` when none applies. */
  readonly ceilingCredits: number;
  /** The user's minimum: the rooms must hold the sum of all. Absent: none. */
  readonly leastCredits?: number;
  readonly costs: PoolCosts;
}

export interface PoolCosts {
  readonly pools: readonly number[];
  /** In one of these pools. Never falls as the headroom rises. */
  costIn(pool: number, headroomCredits: number): number;
}

/**
 * Gives all users the same chance of being stopped, as small as the rooms of the pools allow: returns the headroom of
 * each, in order. All chances fall together; when a pool is full its users stop, and the others go on. Credits left by
 * rounding go one at a time to the user with the largest chance of being stopped. Ties go to the earlier user, so the
 * users must be sorted.
 *
 * `leasts` replaces `leastCredits` for each user.
 */
export function fillPools(
  users: readonly HeadroomRequest[],
  rooms: readonly number[],
  leasts: readonly number[] = users.map(({ leastCredits = 0 }) => leastCredits),
): readonly number[] {
  const headrooms = riseTogether({ users, leasts }, rooms);
  handOutRest({ users, rooms, headrooms });
  return headrooms;
}

/** Chances are tried on one fixed logarithmic grid, so that more room never ends at a larger chance. */
const steps = 2 ** 26;
const leastLogChance = -60;

function chanceAt(step: number): number {
  return Math.exp((leastLogChance * step) / steps);
}

interface Filling {
  readonly pool: number;
  readonly room: number;
  members: readonly number[];
  settledCredits: number;
  /** The last step of chances at which it fits; outdated when `isStale`. */
  fullAt: number;
  /** A member has stopped earlier than the others since, so it fills later. */
  isStale: boolean;
  isFull: boolean;
}

interface Everybody {
  readonly users: readonly HeadroomRequest[];
  readonly leasts: readonly number[];
}

/** The pool that is full first settles its members, which makes room in their other pools, and so on. */
function riseTogether(everybody: Everybody, rooms: readonly number[]): number[] {
  const { users } = everybody;
  const headrooms: (number | undefined)[] = users.map(() => undefined);
  const members = rooms.map((): number[] => []);
  users.forEach(({ costs }, index) => {
    for (const pool of costs.pools) {
      members[pool]?.push(index);
    }
  });
  const pools = rooms.map((room, pool): Filling => {
    const rising = { members: members[pool] ?? [], settledCredits: 0 };
    return { pool, room, ...rising, fullAt: 0, isStale: true, isFull: false };
  });
  for (let next = firstToFill(pools); next !== undefined; next = firstToFill(pools)) {
    if (next.isStale) {
      setSettledAside(next, users, headrooms);
      next.fullAt = lastFitting(next, everybody);
      next.isStale = false;
    } else {
      settleMembers(next, { everybody, pools, headrooms });
    }
  }
  return headrooms.map((headroom) => headroom ?? 0);
}

function setSettledAside(
  filling: Filling,
  users: readonly HeadroomRequest[],
  headrooms: readonly (number | undefined)[],
): void {
  for (const index of filling.members) {
    const headroom = headrooms[index];
    filling.settledCredits += headroom === undefined ? 0 : (users[index]?.costs.costIn(filling.pool, headroom) ?? 0);
  }
  filling.members = filling.members.filter((index) => headrooms[index] === undefined);
}

/** A stale pool can only fill later than its value, so the first one that is not stale is the first of all. */
function firstToFill(pools: readonly Filling[]): Filling | undefined {
  const open = pools.filter(({ isFull }) => !isFull);
  return open.reduce<Filling | undefined>(
    (first, pool) => (first === undefined || pool.fullAt < first.fullAt ? pool : first),
    undefined,
  );
}

interface Rising {
  readonly everybody: Everybody;
  readonly pools: readonly Filling[];
  readonly headrooms: (number | undefined)[];
}

function settleMembers(full: Filling, { everybody, pools, headrooms }: Rising): void {
  const chance = chanceAt(full.fullAt);
  full.isFull = true;
  for (const index of full.members) {
    const user = everybody.users[index];
    if (user !== undefined) {
      headrooms[index] = headroomAt(user, everybody.leasts[index] ?? 0, chance);
      for (const pool of user.costs.pools) {
        const other = pools[pool];
        if (other !== undefined) {
          other.isStale = true;
        }
      }
    }
  }
}

/** After this many evaluations that did not halve the interval, it is halved. */
const triesToHalve = 3;

/**
 * The last step at which a pool fits with its settled members unchanged; 0 if none. The sum grows roughly as a power of
 * the step, so interpolating logarithms finds the next step: with very many members each evaluation is slow. Never
 * below the last evaluation's result.
 */
function lastFitting(pool: Filling, everybody: Everybody): number {
  let low = pool.fullAt;
  let high = steps;
  let under = excessAt(pool, low, everybody);
  let over = excessAt(pool, steps, everybody);
  if (under > 0 || over <= 0) {
    return under > 0 ? 0 : steps;
  }
  for (let tries = 0, halveAt = (high - low) / 2; high - low > 1; tries += 1) {
    const isSlow = tries >= triesToHalve;
    const middle = isSlow ? Math.floor((low + high) / 2) : between(low, high, under / (under - over));
    const excess = excessAt(pool, middle, everybody);
    if (excess <= 0) {
      [low, under] = [middle, excess];
    } else {
      [high, over] = [middle, excess];
    }
    if (high - low <= halveAt) {
      [tries, halveAt] = [-1, (high - low) / 2];
    }
  }
  return low;
}

function between(low: number, high: number, share: number): number {
  const step = Math.floor(low + (high - low) * (Number.isFinite(share) ? share : 0.5));
  return Math.min(high - 1, Math.max(low + 1, step));
}

function excessAt({ pool, room, members, settledCredits }: Filling, step: number, everybody: Everybody): number {
  const { users, leasts } = everybody;
  const chance = chanceAt(step);
  let spent = settledCredits;
  for (const index of members) {
    const user = users[index];
    spent += user === undefined ? 0 : user.costs.costIn(pool, headroomAt(user, leasts[index] ?? 0, chance));
  }
  if (spent <= room) {
    return Math.log1p(spent) - Math.log1p(room);
  }
  return room < 0 ? Infinity : Math.max(Number.MIN_VALUE, Math.log1p(spent) - Math.log1p(room));
}

function headroomAt({ demand, ceilingCredits }: HeadroomRequest, leastCredits: number, chance: number): number {
  return Math.max(leastCredits, Math.min(ceilingCredits, Math.floor(headroomFor(demand, chance))));
}

interface Rounded {
  readonly users: readonly HeadroomRequest[];
  readonly rooms: readonly number[];
  readonly headrooms: number[];
}

/** Only for credits that cost something in every pool: others are not left by rounding, and there may be many. */
function handOutRest({ users, rooms, headrooms }: Rounded): void {
  const left = [...rooms];
  users.forEach(({ costs }, index) => {
    for (const pool of costs.pools) {
      left[pool] = (left[pool] ?? 0) - costs.costIn(pool, headrooms[index] ?? 0);
    }
  });
  const queue = new StopChanceQueue();
  const offer = (user: HeadroomRequest, index: number): void => {
    const headroom = headrooms[index] ?? 0;
    if (headroom < user.ceilingCredits && isStepFree(user, headroom, left)) {
      queue.add({ index, chance: stopChance(user.demand, headroom + 1) });
    }
  };
  users.forEach(offer);
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    const user = users[next.index];
    const headroom = headrooms[next.index] ?? 0;
    if (user !== undefined && isStepFree(user, headroom, left)) {
      for (const pool of user.costs.pools) {
        left[pool] = (left[pool] ?? 0) - stepCost(user.costs, pool, headroom);
      }
      headrooms[next.index] = headroom + 1;
      offer(user, next.index);
    }
  }
}

function stepCost(costs: PoolCosts, pool: number, headroom: number): number {
  return costs.costIn(pool, headroom + 1) - costs.costIn(pool, headroom);
}

function isStepFree({ costs }: HeadroomRequest, headroom: number, left: readonly number[]): boolean {
  return costs.pools.every((pool) => {
    const room = left[pool] ?? 0;
    const credits = stepCost(costs, pool, headroom);
    return credits > 0 && credits <= room;
  });
}
