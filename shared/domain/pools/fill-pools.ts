import { headroomFor, stopChance, type Demand } from './demand.ts';
import { LikeliestFirst } from './likeliest-first.ts';

/** A user to be given headroom. Whole credits. */
export interface Filled {
  readonly demand: Demand;
  /** The most headroom wanted: what the user's own budgets leave; `Infinity` when none binds. */
  readonly ceilingCredits: number;
  readonly costs: readonly FillCost[];
}

/** What a headroom takes from one pool of the user. */
export interface FillCost {
  /** Index of the pool's room. */
  readonly pool: number;
  /** Never falls as the headroom rises. */
  readonly costOf: (headroomCredits: number) => number;
}

/**
 * Gives everyone the same chance of being stopped, as small as the rooms of the pools allow: in the order of the users,
 * the headroom of each. All chances fall together; when a pool is full its users stay where they are, and the others
 * go on. What rounding leaves goes out one credit at a time to who is likeliest to be stopped then. Ties go to the
 * earlier user, so the users must come in an order of their own.
 */
export function fillPools(users: readonly Filled[], rooms: readonly number[]): readonly number[] {
  const filling: Filling = {
    users,
    rooms,
    headrooms: users.map(() => 0),
    settled: users.map(() => false),
    closed: rooms.map(() => false),
    settledSpent: rooms.map(() => 0),
  };
  rise(filling);
  handOutRest(filling);
  return filling.headrooms;
}

interface Filling {
  readonly users: readonly Filled[];
  readonly rooms: readonly number[];
  readonly headrooms: number[];
  readonly settled: boolean[];
  /** Pools that take no more. */
  readonly closed: boolean[];
  /** What the settled users take from each pool. */
  readonly settledSpent: number[];
}

/** Chances are tried on one fixed grid of logarithms, so that more room never ends at a larger chance. */
const steps = 2 ** 30;
const leastLogChance = -60;

function chanceAt(step: number): number {
  return Math.exp((leastLogChance * step) / steps);
}

/** Each round fills at least one pool for good, or ends. */
function rise(filling: Filling): void {
  closePools(filling, 0);
  for (let low = 0, round = 0; round <= filling.rooms.length && filling.settled.includes(false); round += 1) {
    low = lastFitting(filling, low);
    filling.users.forEach((user, index) => {
      if (!filling.settled[index]) {
        filling.headrooms[index] = headroomAt(user, chanceAt(low));
      }
    });
    if (low === steps) {
      return;
    }
    closePools(filling, low + 1);
  }
}

/** Closes the pools that do not fit at a step, and settles their users at what they have. */
function closePools(filling: Filling, step: number): void {
  const spent = spentAt(filling, step);
  filling.rooms.forEach((room, pool) => {
    filling.closed[pool] ||= (spent[pool] ?? 0) > room;
  });
  filling.users.forEach((user, index) => {
    if (!filling.settled[index] && user.costs.some(({ pool }) => filling.closed[pool])) {
      filling.settled[index] = true;
      addCosts(filling.settledSpent, user, filling.headrooms[index] ?? 0);
    }
  });
}

function lastFitting(filling: Filling, from: number): number {
  let low = from;
  let high = steps + 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(filling, spentAt(filling, middle))) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

function fits({ rooms, closed }: Filling, spent: readonly number[]): boolean {
  return rooms.every((room, pool) => closed[pool] || (spent[pool] ?? 0) <= room);
}

function spentAt({ users, settled, settledSpent }: Filling, step: number): number[] {
  const chance = chanceAt(step);
  const spent = [...settledSpent];
  users.forEach((user, index) => {
    if (!settled[index]) {
      addCosts(spent, user, headroomAt(user, chance));
    }
  });
  return spent;
}

function addCosts(spent: number[], { costs }: Filled, headroomCredits: number): void {
  for (const { pool, costOf } of costs) {
    spent[pool] = (spent[pool] ?? 0) + costOf(headroomCredits);
  }
}

function headroomAt({ demand, ceilingCredits }: Filled, chance: number): number {
  return Math.min(ceilingCredits, Math.floor(headroomFor(demand, chance)));
}

/** Credits that take nothing from a pool are left out: a rise to them is no rounding. */
function handOutRest({ users, rooms, headrooms }: Filling): void {
  const left = [...rooms];
  users.forEach(({ costs }, index) => {
    for (const { pool, costOf } of costs) {
      left[pool] = (left[pool] ?? 0) - costOf(headrooms[index] ?? 0);
    }
  });
  const queue = new LikeliestFirst();
  const offer = (index: number): void => {
    const user = users[index];
    const headroom = headrooms[index] ?? 0;
    if (user !== undefined && headroom < user.ceilingCredits && stepCosts(user, headroom).every(fitsIn(left))) {
      queue.add({ index, chance: stopChance(user.demand, headroom + 1) });
    }
  };
  users.forEach((_, index) => offer(index));
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    const user = users[next.index];
    const headroom = headrooms[next.index] ?? 0;
    const costs = user === undefined ? [] : stepCosts(user, headroom);
    if (costs.some(({ credits }) => credits > 0) && costs.every(fitsIn(left))) {
      costs.forEach(({ pool, credits }) => {
        left[pool] = (left[pool] ?? 0) - credits;
      });
      headrooms[next.index] = headroom + 1;
      offer(next.index);
    }
  }
}

interface StepCost {
  readonly pool: number;
  readonly credits: number;
}

function stepCosts({ costs }: Filled, headroom: number): readonly StepCost[] {
  return costs.map(({ pool, costOf }) => ({ pool, credits: costOf(headroom + 1) - costOf(headroom) }));
}

function fitsIn(left: readonly number[]): (cost: StepCost) => boolean {
  return ({ pool, credits }) => credits <= (left[pool] ?? 0);
}
