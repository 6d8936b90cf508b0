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
const steps = 2 ** 26;
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

/** Only credits that take from every pool of their user: any other is no rounding, and there may be very many. */
function handOutRest({ users, rooms, headrooms }: Filling): void {
  const left = [...rooms];
  users.forEach((user, index) => {
    for (const { pool, costOf } of user.costs) {
      left[pool] = (left[pool] ?? 0) - costOf(headrooms[index] ?? 0);
    }
  });
  const queue = new LikeliestFirst();
  const offer = (user: Filled, index: number): void => {
    const headroom = headrooms[index] ?? 0;
    if (headroom < user.ceilingCredits && stepCosts(user, headroom, left) !== undefined) {
      queue.add({ index, chance: stopChance(user.demand, headroom + 1) });
    }
  };
  users.forEach(offer);
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    const user = users[next.index];
    const headroom = headrooms[next.index] ?? 0;
    const costs = user === undefined ? undefined : stepCosts(user, headroom, left);
    if (user !== undefined && costs !== undefined) {
      for (const { pool, credits } of costs) {
        left[pool] = (left[pool] ?? 0) - credits;
      }
      headrooms[next.index] = headroom + 1;
      offer(user, next.index);
    }
  }
}

interface StepCost {
  readonly pool: number;
  readonly credits: number;
}

/** What one credit more takes; undefined when it does not fit, or takes nothing from some pool. */
function stepCosts({ costs }: Filled, headroom: number, left: readonly number[]): readonly StepCost[] | undefined {
  const step: StepCost[] = [];
  for (const { pool, costOf } of costs) {
    const room = left[pool] ?? 0;
    const credits = room < 0 ? Infinity : costOf(headroom + 1) - costOf(headroom);
    if (credits <= 0 || credits > room) {
      return undefined;
    }
    step.push({ pool, credits });
  }
  return step;
}
