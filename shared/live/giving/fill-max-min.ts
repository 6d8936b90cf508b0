import { StopChanceQueue } from '../../pools/stop-chance-queue.ts';

export interface RisingUser {
  readonly pools: readonly number[];
  /** Headroom up to here costs nothing in any pool; each further credit costs one in each. */
  readonly provenCredits: number;
  /** The user's minimum: the rooms must hold the sum of all. */
  readonly leastCredits: number;
  readonly ceilingCredits: number;
}

/**
 * Returns max-min fair headrooms, in the order of the users: all rise together from their minimum to their ceiling;
 * when a pool is full its members stop, and the others go on. Credits left by rounding go one at a time to the user
 * with the least; ties go to the earlier user, so the users must be sorted.
 */
export function fillMaxMin(users: readonly RisingUser[], rooms: readonly number[]): readonly number[] {
  const ceilings = users.map(({ ceilingCredits }) => ceilingCredits);
  if (roomsAfter(users, rooms, ceilings).every((room) => room >= 0)) {
    return ceilings;
  }
  const leasts = users.map(({ leastCredits, provenCredits, ceilingCredits }) =>
    Math.min(ceilingCredits, Math.max(leastCredits, provenCredits)),
  );
  const left = roomsAfter(users, rooms, leasts);
  if (
    users.every(
      ({ pools, ceilingCredits }, index) =>
        ceilingCredits === leasts[index] || pools.some((pool) => (left[pool] ?? 0) < 1),
    )
  ) {
    return leasts;
  }
  const filling = new MaxMinFilling(users, rooms);
  filling.rise();
  filling.handOutRest();
  return filling.headrooms;
}

function roomsAfter(
  users: readonly RisingUser[],
  rooms: readonly number[],
  headrooms: readonly number[],
): readonly number[] {
  const left = [...rooms];
  users.forEach(({ pools, provenCredits }, index) => {
    const cost = Math.max(0, (headrooms[index] ?? 0) - provenCredits);
    for (const pool of pools) {
      left[pool] = (left[pool] ?? 0) - cost;
    }
  });
  return left;
}

interface Filling {
  readonly index: number;
  leftCredits: number;
  level: number;
  rising: number;
  isFull: boolean;
  readonly members: number[];
  /** The lowest level of its entries in the queue; others are out of date. */
  queuedAt: number;
}

class MaxMinFilling {
  readonly headrooms: number[];
  readonly #users: readonly RisingUser[];
  readonly #pools: readonly Filling[];
  readonly #own: readonly (readonly Filling[])[];
  readonly #isRising: boolean[];
  /** Pools by the level at which they fill, lowest first; an entry's level may have risen since. */
  readonly #filling = new StopChanceQueue();

  constructor(users: readonly RisingUser[], rooms: readonly number[]) {
    this.#users = users;
    this.#isRising = users.map(() => false);
    this.#pools = rooms.map((room, index) => ({
      index,
      leftCredits: room,
      level: 0,
      rising: 0,
      isFull: room <= 0,
      members: [],
      queuedAt: Infinity,
    }));
    this.#own = users.map(({ pools }) => pools.flatMap((pool) => this.#pools[pool] ?? []));
    this.headrooms = users.map((user, index) => {
      for (const pool of this.#poolsOf(index)) {
        pool.members.push(index);
        pool.leftCredits -= Math.max(0, user.leastCredits - user.provenCredits);
      }
      return Math.min(user.ceilingCredits, Math.max(user.leastCredits, user.provenCredits));
    });
  }

  rise(): void {
    const starts = this.headrooms.map((level, user) => ({ level, user, isEnd: false }));
    const ends = this.#users.map(({ ceilingCredits }, user) => ({ level: ceilingCredits, user, isEnd: true }));
    // A user at the ceiling from the start never rises. At equal levels, ends come first: they make room.
    const rising = [...ends, ...starts].filter(({ user }) => (starts[user]?.level ?? 0) < (ends[user]?.level ?? 0));
    rising.sort((a, b) => a.level - b.level);
    for (const { level, user, isEnd } of rising) {
      this.#fillBelow(level);
      if (isEnd) {
        this.#stop(user, level);
      } else {
        this.#start(user, level);
      }
    }
    this.#fillBelow(Infinity);
  }

  handOutRest(): void {
    const queue = new StopChanceQueue();
    const offer = (index: number): void => {
      const credits = this.headrooms[index] ?? 0;
      if (credits < (this.#users[index]?.ceilingCredits ?? 0) && this.#isCreditFree(index)) {
        queue.add({ index, chance: -credits });
      }
    };
    this.headrooms.forEach((_, index) => offer(index));
    for (let next = queue.take(); next !== undefined; next = queue.take()) {
      if (this.#isCreditFree(next.index)) {
        this.headrooms[next.index] = (this.headrooms[next.index] ?? 0) + 1;
        for (const pool of this.#poolsOf(next.index)) {
          pool.leftCredits -= 1;
        }
        offer(next.index);
      }
    }
  }

  #fillBelow(level: number): void {
    for (let next = this.#filling.take(); next !== undefined; next = this.#filling.take()) {
      const pool = this.#pools[next.index];
      if (-next.chance >= level) {
        this.#filling.add(next);
        return;
      }
      if (pool === undefined || pool.queuedAt !== -next.chance) {
        continue;
      }
      pool.queuedAt = Infinity;
      const fullAt = fullLevel(pool);
      // A pool whose level has risen since waits for its turn.
      if (fullAt === -next.chance) {
        pool.isFull = true;
        pool.members.forEach((user) => this.#stop(user, Math.floor(fullAt)));
      } else {
        this.#enqueue(pool);
      }
    }
  }

  #enqueue(pool: Filling): void {
    const fullAt = fullLevel(pool);
    if (fullAt < pool.queuedAt) {
      pool.queuedAt = fullAt;
      this.#filling.add({ index: pool.index, chance: -fullAt });
    }
  }

  #start(user: number, level: number): void {
    if (this.#poolsOf(user).some(({ isFull }) => isFull)) {
      return;
    }
    this.#isRising[user] = true;
    for (const pool of this.#poolsOf(user)) {
      changeRising(pool, level, 1);
      this.#enqueue(pool);
    }
  }

  #stop(user: number, level: number): void {
    if (this.#isRising[user] === true) {
      this.#isRising[user] = false;
      this.headrooms[user] = Math.max(this.headrooms[user] ?? 0, level);
      this.#poolsOf(user).forEach((pool) => changeRising(pool, level, -1));
    }
  }

  #isCreditFree(user: number): boolean {
    return this.#poolsOf(user).every(({ leftCredits }) => leftCredits >= 1);
  }

  #poolsOf(user: number): readonly Filling[] {
    return this.#own[user] ?? [];
  }
}

function fullLevel({ leftCredits, level, rising }: Filling): number {
  return rising === 0 ? Infinity : level + leftCredits / rising;
}

function changeRising(pool: Filling, level: number, more: 1 | -1): void {
  pool.leftCredits -= pool.rising * (level - pool.level);
  pool.level = level;
  pool.rising += more;
}
