import type { HeadroomRequests } from './headroom-requests.ts';
import { StopChanceQueue } from './stop-chance-queue.ts';

/** Only for credits that cost something in every pool: others are not left by rounding, and there may be many. */
export function handOutRest(requests: HeadroomRequests, headrooms: Float64Array, left: Float64Array): void {
  const rest = new Rest(requests, headrooms, left);
  for (let user = 0; user < headrooms.length; user += 1) {
    rest.offer(user);
  }
  for (let user = rest.next(); user !== undefined; user = rest.next()) {
    rest.give(user);
    rest.offer(user);
  }
}

class Rest {
  readonly #requests: HeadroomRequests;
  readonly #headrooms: Float64Array;
  readonly #left: Float64Array;
  readonly #queue = new StopChanceQueue();
  /** By user: waits for a credit. Those of a pool that has none left do not: there are many, and few credits. */
  readonly #isWaiting: Uint8Array;
  #waiting = 0;

  constructor(requests: HeadroomRequests, headrooms: Float64Array, left: Float64Array) {
    this.#requests = requests;
    this.#headrooms = headrooms;
    this.#left = left;
    this.#isWaiting = new Uint8Array(headrooms.length);
  }

  offer(user: number): void {
    const { userFrom, drawsOfUsers } = this.#requests;
    const draw = drawsOfUsers[userFrom[user] ?? 0] ?? 0;
    const headroom = this.#headrooms[user] ?? 0;
    if (headroom < this.#requests.ceilingOf(draw) && this.#isFree(user)) {
      this.#queue.add({ index: user, chance: this.#requests.stopChance(draw, headroom + 1) });
      this.#isWaiting[user] = 1;
      this.#waiting += 1;
    }
  }

  /** The user with the largest chance of being stopped among those for whom a credit is left. */
  next(): number | undefined {
    for (let next = this.#queue.take(); next !== undefined && this.#waiting > 0; next = this.#queue.take()) {
      const isWaiting = this.#isWaiting[next.index] === 1;
      this.#leave(next.index);
      if (isWaiting && this.#isFree(next.index)) {
        return next.index;
      }
    }
    return undefined;
  }

  give(user: number): void {
    const { userFrom, drawsOfUsers, poolOf, poolFrom, userOf } = this.#requests;
    const headroom = this.#headrooms[user] ?? 0;
    for (let at = userFrom[user] ?? 0; at < (userFrom[user + 1] ?? 0); at += 1) {
      const draw = drawsOfUsers[at] ?? 0;
      const pool = poolOf[draw] ?? 0;
      const left = (this.#left[pool] ?? 0) - this.#stepCost(draw, headroom);
      this.#left[pool] = left;
      for (let other = poolFrom[pool] ?? 0; left <= 0 && other < (poolFrom[pool + 1] ?? 0); other += 1) {
        this.#leave(userOf[other] ?? 0);
      }
    }
    this.#headrooms[user] = headroom + 1;
  }

  #leave(user: number): void {
    this.#waiting -= this.#isWaiting[user] ?? 0;
    this.#isWaiting[user] = 0;
  }

  #isFree(user: number): boolean {
    const { userFrom, drawsOfUsers, poolOf } = this.#requests;
    for (let at = userFrom[user] ?? 0; at < (userFrom[user + 1] ?? 0); at += 1) {
      const draw = drawsOfUsers[at] ?? 0;
      const left = this.#left[poolOf[draw] ?? 0] ?? 0;
      const credits = left <= 0 ? 0 : this.#stepCost(draw, this.#headrooms[user] ?? 0);
      if (credits <= 0 || credits > left) {
        return false;
      }
    }
    return true;
  }

  #stepCost(draw: number, headroom: number): number {
    return this.#requests.costAt(draw, headroom + 1) - this.#requests.costAt(draw, headroom);
  }
}
