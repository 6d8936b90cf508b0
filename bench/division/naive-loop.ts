import { stopChance } from '../../shared/domain/pools/demand/demand.ts';
import type { DivisionCase } from './division-cases.ts';

/** How many credits change hands at once: fewer would take for ever. */
const stepCredits = 250;

/** The loop that comes to mind first: the next credits go to whoever is the likeliest to be stopped, and all are looked at. */
export function divideNaively({ requests, rooms }: DivisionCase): readonly number[] {
  const left = [...rooms];
  const headrooms = requests.map(() => 0);
  for (;;) {
    let [best, bestChance] = [-1, 0];
    for (const [index, { demand, costs }] of requests.entries()) {
      const chance = stopChance(demand, headrooms[index] ?? 0);
      if (chance > bestChance && costs.pools.every((pool) => (left[pool] ?? 0) >= stepCredits)) {
        [best, bestChance] = [index, chance];
      }
    }
    const chosen = requests[best];
    if (chosen === undefined) {
      return headrooms;
    }
    headrooms[best] = (headrooms[best] ?? 0) + stepCredits;
    chosen.costs.pools.forEach((pool) => (left[pool] = (left[pool] ?? 0) - stepCredits));
  }
}

/** The same for everybody in a pool, and the least where there are several. */
export function divideEqually({ requests, rooms }: DivisionCase): readonly number[] {
  const members = rooms.map((_, pool) => requests.filter(({ costs }) => costs.pools.includes(pool)).length);
  return requests.map(({ costs }) =>
    Math.floor(Math.min(...costs.pools.map((pool) => (rooms[pool] ?? 0) / Math.max(1, members[pool] ?? 1)))),
  );
}
