import { Filling } from './filling.ts';
import { handOutRest } from './hand-out-rest.ts';
import { HeadroomRequests, type HeadroomRequest } from './headroom-requests.ts';
import { StopChanceQueue } from './stop-chance-queue.ts';

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
  const requests = new HeadroomRequests(users, leasts, rooms.length);
  const { headrooms, left } = riseTogether(requests, rooms);
  handOutRest(requests, headrooms, left);
  return numbersOf(headrooms);
}

/** A loop, since iterating over a column takes twice as long. */
function numbersOf(column: Float64Array): readonly number[] {
  const numbers: number[] = [];
  for (let place = 0; place < column.length; place += 1) {
    numbers.push(column[place] ?? 0);
  }
  return numbers;
}

/** The pool that is full first settles its members, which makes room in their other pools, and so on. */
function riseTogether(
  requests: HeadroomRequests,
  rooms: readonly number[],
): {
  readonly headrooms: Float64Array;
  /** By pool. */
  readonly left: Float64Array;
} {
  const headrooms = new Float64Array(requests.userFrom.length - 1).fill(-1);
  const { poolFrom } = requests;
  const pools = rooms.map((room, pool) => {
    const from = poolFrom[pool] ?? 0;
    const draws = new Int32Array((poolFrom[pool + 1] ?? 0) - from);
    return new Filling(
      room,
      draws.map((_, place) => from + place),
    );
  });
  const queue = new StopChanceQueue();
  pools.forEach(({ chance }, index) => queue.add({ index, chance }));
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    const pool = pools[next.index];
    if (pool?.isFull === true) {
      settleMembers(pool, { requests, pools, headrooms });
    } else if (pool !== undefined) {
      pool.look(requests, headrooms);
      if (pool.unsettled > 0) {
        queue.add({ index: next.index, chance: pool.chance });
      }
    }
  }
  return {
    headrooms: headrooms.map((headroom) => Math.max(0, headroom)),
    left: Float64Array.from(pools, ({ leftCredits }) => leftCredits),
  };
}

function settleMembers(
  full: Filling,
  {
    requests,
    pools,
    headrooms,
  }: { readonly requests: HeadroomRequests; readonly pools: readonly Filling[]; readonly headrooms: Float64Array },
): void {
  const { userOf, userFrom, drawsOfUsers, poolOf } = requests;
  const { chance, draws, unsettled } = full;
  for (let place = 0; place < unsettled; place += 1) {
    const draw = draws[place] ?? 0;
    const user = userOf[draw] ?? 0;
    if ((headrooms[user] ?? 0) >= 0) {
      continue;
    }
    const headroom = requests.headroomAt(draw, chance);
    headrooms[user] = headroom;
    for (let at = userFrom[user] ?? 0; at < (userFrom[user + 1] ?? 0); at += 1) {
      const own = drawsOfUsers[at] ?? 0;
      const other = pools[poolOf[own] ?? 0];
      const isRising = other !== undefined && other !== full && other.low >= 0;
      const atLow = isRising ? requests.costAt(own, requests.headroomAt(own, other.chance)) : 0;
      other?.settle(requests.costAt(own, headroom), atLow);
    }
  }
}
