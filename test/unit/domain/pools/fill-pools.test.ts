import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stopChance, type Demand } from '../../../../shared/domain/pools/demand.ts';
import { fillPools, type HeadroomRequest } from '../../../../shared/domain/pools/fill-pools.ts';
import { wanting } from '../../../support/pool-fixtures.ts';

/** A user to whom every credit costs one of each pool. */
function aUser(demand: Demand, pools: readonly number[], ceilingCredits = Infinity): HeadroomRequest {
  return { demand, ceilingCredits, costs: pools.map((pool) => ({ pool, costOf: (headroom) => headroom })) };
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

const poolsOf = ({ costs }: HeadroomRequest) => costs.map(({ pool }) => pool);
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
    costs: [{ pool: 0, costOf: (headroom) => 3 * headroom }],
  };

  const [cheap = 0, expensive = 0] = fillPools([aUser(wanting(100), [0]), dear], [400]);

  expect(cheap + 3 * expensive).toBe(400);
  expect(Math.abs(cheap - expensive)).toBeLessThanOrEqual(3);
});

test('a credit that costs nothing in some pool is no rounding, and is not given', () => {
  const free: HeadroomRequest = { ...aUser(wanting(100), []), costs: [{ pool: 0, costOf: () => 5 }] };

  expect(fillPools([{ ...free, ceilingCredits: 40 }], [5])).toEqual([40]);
  expect(fillPools([{ ...free, ceilingCredits: 40 }], [4])).toEqual([0]);
});

test('without users nothing is given', () => {
  expect(fillPools([], [100])).toEqual([]);
});
