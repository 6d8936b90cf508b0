import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { stopChance, type Demand } from '../../../shared/pools/demand/demand.ts';
import { fillPools } from '../../../shared/pools/fill-pools.ts';
import type { HeadroomCost, HeadroomRequest } from '../../../shared/pools/headroom-requests.ts';
import { wanting } from '../../support/pool-fixtures.ts';

/** So many credits for each of headroom. */
function costing(times: number, pools: readonly number[]): HeadroomCost {
  const part = { offsetCredits: 0, leastCredits: 0, mostCredits: Infinity };
  return { pools, parts: Array.from({ length: times }, () => part) };
}

/** Five credits, whatever the headroom. */
function costingFive(pools: readonly number[]): HeadroomCost {
  return { pools, parts: [{ offsetCredits: 0, leastCredits: 5, mostCredits: 5 }] };
}

/** A user to whom every credit costs one of each pool. */
function aUser(demand: Demand, pools: readonly number[], ceilingCredits = Infinity): HeadroomRequest {
  return { demand, ceilingCredits, costs: [costing(1, pools)] };
}

const someUser = fc
  .record({
    demand: fc.record({
      activeChance: fc.double({ min: 0.01, max: 1, noNaN: true }),
      medianCredits: fc.integer({ min: 1, max: 5_000 }),
      spread: fc.double({ min: 0.25, max: 1.2, noNaN: true }),
    }),
    pools: fc.subarray([0, 1, 2], { minLength: 1 }),
    ceiling: fc.constantFrom(Infinity, Infinity, 0, 40),
  })
  .map(({ demand, pools, ceiling }) => aUser(demand, pools, ceiling));
const someUsers = fc.array(someUser, { minLength: 1, maxLength: 7 });
const someRooms = fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 3, maxLength: 3 });

const poolsOf = ({ costs }: HeadroomRequest) => costs.flatMap(({ pools }) => pools);
const givenOf = (users: readonly HeadroomRequest[], headrooms: readonly number[], pool: number) =>
  users.reduce((sum, user, index) => sum + (poolsOf(user).includes(pool) ? (headrooms[index] ?? 0) : 0), 0);

test('no pool gives more than its room, and nobody could have a credit more', () => {
  fc.assert(
    fc.property(someUsers, someRooms, (users, rooms) => {
      const headrooms = fillPools(users, rooms);

      const left = rooms.map((room, pool) => room - givenOf(users, headrooms, pool));
      expect(Math.min(...left)).toBeGreaterThanOrEqual(0);
      users.forEach((user, index) => {
        const isAtCeiling = headrooms[index] === user.ceilingCredits;
        expect(isAtCeiling || poolsOf(user).some((pool) => left[pool] === 0)).toBe(true);
      });
    }),
  );
});

test('a user has no smaller chance of being stopped than another of the same pools, but by a credit', () => {
  fc.assert(
    fc.property(someUsers, someRooms, (users, rooms) => {
      const headrooms = fillPools(users, rooms);

      users.forEach((user, index) => {
        const mine = headrooms[index] ?? 0;
        const others = users.filter(
          (other, at) =>
            String(poolsOf(other)) === String(poolsOf(user)) && (headrooms[at] ?? 0) < other.ceilingCredits && mine > 0,
        );
        for (const other of others) {
          const theirs = headrooms[users.indexOf(other)] ?? 0;
          expect(stopChance(user.demand, mine - 1)).toBeGreaterThanOrEqual(
            stopChance(other.demand, theirs + 1) * 0.999,
          );
        }
      });
    }),
  );
});

test('what rounding leaves goes to who is likeliest to be stopped, and of equals to the first', () => {
  expect(fillPools([aUser(wanting(100), [0]), aUser(wanting(100), [0]), aUser(wanting(100), [0])], [101])).toEqual([
    34, 34, 33,
  ]);
});

test('a full pool stops its users, and the others go on', () => {
  const users = [aUser(wanting(100), [0, 1]), aUser(wanting(100), [0, 1]), aUser(wanting(100), [0])];

  expect(fillPools(users, [90, 20])).toEqual([10, 10, 70]);
});

test('a user who stops for one pool leaves room in the others', () => {
  const users = [aUser(wanting(100), [0, 1]), aUser(wanting(100), [0, 2]), aUser(wanting(100), [0])];

  expect(fillPools(users, [100, 10, 30])).toEqual([10, 30, 60]);
});

test('a pool that is passed gives nothing, and those outside of it go on', () => {
  expect(fillPools([aUser(wanting(100), [0, 1]), aUser(wanting(100), [0])], [50, -1])).toEqual([0, 50]);
  expect(fillPools([aUser(wanting(100), [0])], [-5])).toEqual([0]);
  expect(fillPools([aUser(wanting(100), [0])], [0])).toEqual([0]);
});

test('own budgets are the ceiling, however much room there is', () => {
  expect(fillPools([aUser(wanting(100), [0], 7), aUser(wanting(100), [0], 0)], [1_000])).toEqual([7, 0]);
});

test('what costs more of a pool than another gets less of it', () => {
  const dear: HeadroomRequest = {
    ...aUser(wanting(100), []),
    costs: [costing(3, [0])],
  };

  const [cheap = 0, expensive = 0] = fillPools([aUser(wanting(100), [0]), dear], [400]);

  expect(cheap + 3 * expensive).toBe(400);
  expect(Math.abs(cheap - expensive)).toBeLessThanOrEqual(3);
});

test('a credit that costs nothing in some pool is no rounding, and is not given', () => {
  const free: HeadroomRequest = { ...aUser(wanting(100), []), costs: [costingFive([0])] };

  expect(fillPools([{ ...free, ceilingCredits: 40 }], [5])).toEqual([40]);
  expect(fillPools([{ ...free, ceilingCredits: 40 }], [4])).toEqual([0]);
});

test('what rounding leaves stays where a credit more costs nothing in another pool', () => {
  const costs = [costing(1, [0]), costingFive([1])];
  const users = Array.from({ length: 3 }, () => ({ ...aUser(wanting(100), []), costs }));

  expect(fillPools(users, [101, 15])).toEqual([33, 33, 33]);
});

test('who goes on when another one stops goes on at their own cost', () => {
  const dear: HeadroomRequest = {
    ...aUser(wanting(100), []),
    costs: [costing(3, [0])],
  };

  expect(fillPools([aUser(wanting(100), [0, 1]), dear], [310, 10])).toEqual([10, 100]);
  expect(fillPools([dear, aUser(wanting(100), [0, 1])], [310, 10])).toEqual([100, 10]);
});

test('without users nothing is given', () => {
  expect(fillPools([], [100])).toEqual([]);
});

/** Users, of whom each cost is looked at in the same count. */
function counted(users: readonly HeadroomRequest[]) {
  const looks = { count: 0 };
  const watched = users.map((user) => ({
    ...user,
    costs: user.costs.map(({ pools, parts }) => ({
      pools,
      get parts() {
        looks.count += pools.length;
        return parts;
      },
    })),
  }));
  return { looks, watched };
}

describe('each cost is looked at few times, for there may be very many', () => {
  const mixed = [
    aUser(wanting(100), [0]),
    aUser(wanting(300), [0]),
    aUser({ activeChance: 0.3, medianCredits: 50, spread: 1.2 }, [0]),
    aUser({ activeChance: 0.9, medianCredits: 500, spread: 0.25 }, [0]),
  ];
  const [both, first, other] = [[0, 1], [0], [0, 2]].map((pools) => aUser(wanting(100), pools));

  test.for<readonly [string, readonly (HeadroomRequest | undefined)[], readonly number[], number]>([
    ['a room for little', mixed, [3_000], 45],
    ['a room for much', mixed, [30_000], 27],
    ['a room for very much', mixed, [300_000], 19],
    ['a room for more than anybody wants', mixed, [3_000_000], 20],
    [
      'everybody at the ceiling of their own',
      [aUser(wanting(100), [0], 7), aUser(wanting(100), [0], 5)],
      [1_000_000],
      4,
    ],
    ['one at the ceiling of their own', [aUser(wanting(100), [0], 7), first], [1_000_000], 16],
    ['a user who stops for another pool', [both, first], [1_000_000, 10], 36],
    ['users who stop one after the other', [both, other, first], [1_000_000, 10, 300_000], 33],
    ['a pool that is passed', [both, first], [1_000_000, -1], 15],
    ['no room at all', [first, first], [0], 120],
  ])('%s', ([, asked, rooms, most]) => {
    const { looks, watched } = counted(asked.filter((user) => user !== undefined));

    fillPools(watched, rooms);

    const costs = watched.reduce((sum, user) => sum + poolsOf(user).length, 0);
    expect(looks.count / costs).toBeLessThanOrEqual(most);
  });
});

test('a user has the least that they are to have, whatever the chances of the others', () => {
  const users = [{ ...aUser(wanting(1), [0]), leastCredits: 60 }, aUser(wanting(100), [0])];

  expect(fillPools(users, [100])).toEqual([60, 40]);
  expect(fillPools(users, [100], [20, 70])).toEqual([20, 80]);
});

test('a pool of nobody takes nothing from the others', () => {
  expect(fillPools([aUser(wanting(100), [1])], [7, 50])).toEqual([50]);
});

test('of two pools that are full at the same chance both stop their users', () => {
  const users = [aUser(wanting(100), [0]), aUser(wanting(100), [1]), aUser(wanting(100), [0, 1])];

  expect(fillPools(users, [40, 40])).toEqual([20, 20, 20]);
});
