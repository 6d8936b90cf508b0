import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { dividePools } from '../../../shared/pools/divide-pools.ts';
import type { LimitInForce } from '../../../shared/pools/exposure/limit-in-force.ts';
import {
  costsOf,
  memberExposuresOf,
  type CountedLimits,
  type DividedMember,
} from '../../../shared/pools/exposure/member-exposure.ts';
import { fillPools } from '../../../shared/pools/fill-pools.ts';
import { costAt, type HeadroomCost, type HeadroomRequest } from '../../../shared/pools/headroom-requests.ts';
import type { Moment } from '../../../shared/pools/moment.ts';
import type { PoolPlan } from '../../../shared/pools/pool-plan.ts';
import type { Pool } from '../../../shared/pools/pool.ts';
import { costsOf as firstCostsOf } from '../../support/first-division/costs.ts';
import { dividePools as dividePoolsAtFirst } from '../../support/first-division/divide-pools.ts';
import { fillPools as fillPoolsAtFirst } from '../../support/first-division/fill-pools.ts';
import {
  aLimitInForce,
  aMember,
  aNight,
  aPool,
  exposureTermsAt,
  march,
  nightBeforeTurn,
  windowStart,
} from '../../support/pool-fixtures.ts';

/** Small numbers among them, for ties and rounding. */
const creditsTo = (max: number) => fc.oneof(fc.integer({ min: 0, max }), fc.integer({ min: 0, max: 12 }));

const someDemand = fc.record({
  activeChance: fc.oneof(fc.constantFrom(1, 0.5, 0.003), fc.double({ min: 0.003, max: 1, noNaN: true })),
  medianCredits: fc.oneof(fc.constantFrom(1, 100, 1_000), fc.double({ min: 0.5, max: 50_000, noNaN: true })),
  spread: fc.oneof(fc.constantFrom(1, 0.25), fc.double({ min: 0.25, max: 1.2, noNaN: true })),
});

const someCost = fc
  .record({
    idle: fc.option(fc.integer({ min: 0, max: 30 })),
    parts: fc.array(
      fc.record({
        offsetCredits: fc.integer({ min: -200, max: 200 }),
        leastCredits: creditsTo(300),
        mostCredits: fc.oneof(fc.constant(Infinity), creditsTo(900)),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ idle, parts }): Omit<HeadroomCost, 'pools'> => ({
    ...(idle !== null && { idleThrough: idle, idleCredits: parts.reduce((sum, part) => sum + part.leastCredits, 0) }),
    parts,
  }));

const plain: Omit<HeadroomCost, 'pools'> = { parts: [{ offsetCredits: 0, leastCredits: 0, mostCredits: Infinity }] };

/** Pools in an organization, in each other, and across each other. */
const someUser = fc
  .record({
    demand: someDemand,
    pools: fc.subarray([0, 1, 2, 3, 4], { minLength: 1 }),
    cost: fc.oneof(fc.constant(plain), someCost),
    isSplit: fc.boolean(),
    other: fc.oneof(fc.constant(plain), someCost),
    ceilingCredits: fc.oneof(fc.constant(Infinity), creditsTo(20_000)),
    leastCredits: fc.option(creditsTo(400), { nil: undefined }),
  })
  .map(({ demand, pools, cost, isSplit, other, ceilingCredits, leastCredits }): HeadroomRequest => ({
    demand,
    ceilingCredits,
    leastCredits,
    costs: isSplit
      ? [
          { ...cost, pools: pools.slice(0, 1) },
          { ...other, pools: pools.slice(1) },
        ]
      : [{ ...cost, pools }],
  }));

const someRoom = fc.oneof(creditsTo(20_000), fc.integer({ min: -50, max: 0 }), fc.constant(2_000_000));

function firstFilling(users: readonly HeadroomRequest[], rooms: readonly number[]): readonly number[] {
  const asked = users.map(({ costs, ...user }) => ({
    ...user,
    costs: {
      pools: costs.flatMap(({ pools }) => pools),
      costIn(pool: number, headroomCredits: number): number {
        const cost = costs.find(({ pools }) => pools.includes(pool));
        return cost === undefined ? Number.NaN : costAt(cost, headroomCredits);
      },
    },
  }));
  return fillPoolsAtFirst(asked, rooms);
}

test('pools are filled to the credit as by the search that looks at all members at each step', () => {
  fc.assert(
    fc.property(
      fc.array(someUser, { maxLength: 14 }),
      fc.array(someRoom, { minLength: 5, maxLength: 5 }),
      (users, rooms) => {
        expect(fillPools(users, rooms)).toEqual(firstFilling(users, rooms));
      },
    ),
    { numRuns: 60 },
  );
});

test('a pool of thousands of members, and teams in it, are filled as by that search', () => {
  fc.assert(
    fc.property(
      fc.array(someDemand, { minLength: 3, maxLength: 9 }),
      fc.integer({ min: 2, max: 40 }),
      fc.array(creditsTo(2_000_000), { minLength: 41, maxLength: 41 }),
      (demands, teams, [room = 0, ...rooms]) => {
        const users = Array.from({ length: 4_500 }, (_, index): HeadroomRequest => {
          const demand = demands[index % demands.length] ?? { activeChance: 1, medianCredits: 100, spread: 1 };
          const medianCredits = demand.medianCredits * (1 + (index % 97) / 40);
          return {
            demand: { ...demand, medianCredits },
            ceilingCredits: Infinity,
            costs: [{ ...plain, pools: [0, 1 + (index % teams)] }],
          };
        });
        const all = [20 * room, ...rooms];

        expect(fillPools(users, all)).toEqual(firstFilling(users, all));
      },
    ),
    { numRuns: 3 },
  );
});

const aLimit = fc.record({
  limitCredits: fc.oneof(creditsTo(30_000), fc.constant(Infinity)),
  age: fc.integer({ min: 0, max: 40 }),
  end: fc.option(fc.integer({ min: -20, max: 1 })),
});

const someMember = fc.record({
  used: creditsTo(20_000),
  later: creditsTo(500),
  limits: fc.array(aLimit, { maxLength: 3 }),
  own: fc.option(creditsTo(9_000), { nil: undefined }),
  isFixed: fc.nat({ max: 9 }).map((drawn) => drawn === 0),
  reserved: fc.option(fc.record({ credits: creditsTo(9_000), isHigh: fc.boolean() })),
  demand: someDemand,
});
type DrawnMember = typeof someMember extends fc.Arbitrary<infer T> ? T : never;

function memberOf(drawn: DrawnMember, index: number, { nowMs }: Moment): DividedMember {
  const hourMs = 3_600_000;
  const limits = drawn.limits.map(({ limitCredits, age, end }): LimitInForce => {
    const fromMs = nowMs - age * hourMs;
    return { limitCredits, fromMs, outcome: 'confirmed', ...(end !== null && { untilMs: nowMs + end * hourMs }) };
  });
  return aMember(`user${index}`, {
    used: drawn.used,
    reportedCredits: drawn.used + drawn.later,
    limits: limits.length === 0 ? [aLimitInForce(drawn.used)] : limits,
    isFixed: drawn.isFixed,
    demand: drawn.demand,
    ...(drawn.own !== undefined && { ownHeadroomCredits: drawn.own }),
    ...(drawn.reserved !== null && {
      reservation: {
        credits: drawn.reserved.credits,
        highCredits: drawn.reserved.isHigh ? drawn.reserved.credits : 0,
      },
    }),
  });
}

const someWorld = fc
  .record({
    moment: fc.constantFrom(aNight, nightBeforeTurn, windowStart),
    people: fc.array(someMember, { minLength: 1, maxLength: 9 }),
    rooms: fc.array(fc.oneof(creditsTo(60_000), fc.integer({ min: -3_000, max: 0 })), { minLength: 4, maxLength: 4 }),
    isOvercommitted: fc.boolean(),
    inFlightCredits: fc.constantFrom(0, 7),
    maxCreditsPerUserHour: fc.constantFrom(undefined, 10, 900),
    moves: fc.array(fc.tuple(fc.nat({ max: 8 }), fc.nat({ max: 8 }), creditsTo(3_000)), { maxLength: 3 }),
    hasFloat: fc.nat({ max: 3 }).map((drawn) => drawn === 0),
  })
  .map(({ moment, people, rooms, isOvercommitted, moves, hasFloat, ...assumptions }) => {
    const members = people.map((drawn, index) => memberOf(drawn, index, moment));
    const half = members.filter((_, index) => index % 2 === 0);
    const week = { from: '2026-03-30', through: '2026-04-05' };
    const [org = 0, team = 0, other = 0, quarter = 0] = rooms;
    const withRoom = (room: number, own: readonly DividedMember[], rest: Partial<Pool>): Pool => {
      const pool = aPool(0, own, rest);
      return { ...pool, amountCredits: Math.max(0, pool.knownCredits + room) };
    };
    const overcommit = { kind: 'overcommit', factor: 1.2 } as const;
    const pools = [
      withRoom(org, members, { window: march }),
      withRoom(team, half, { name: 'team', window: march, ...(isOvercommitted && { guarantee: overcommit }) }),
      withRoom(other, members.slice(0, 3), { name: 'other', window: moment === aNight ? march : week }),
      withRoom(quarter, half.slice(0, 3), { name: 'quarter', window: { from: '2026-01-01', through: '2026-06-30' } }),
    ];
    return {
      members,
      pools,
      exposureTerms: exposureTermsAt(moment, assumptions),
      moves: moves.map(([from, to, credits]) => ({ fromId: `user${from}`, toId: `user${to}`, credits })),
      ...(hasFloat && { float: { seenIds: new Set(['user0', 'user2']), nightShare: 0.5, probeShare: 0.1 } }),
    };
  });

test('a headroom costs what the limit that leaves it exposes each pool to', () => {
  fc.assert(
    fc.property(someWorld, creditsTo(9_000), ({ members, pools, exposureTerms }, headroom) => {
      for (const exposure of memberExposuresOf(members, pools, exposureTerms)) {
        for (const counted of ['target', 'replaced', 'inForce'] satisfies CountedLimits[]) {
          const costs = costsOf(exposure, counted).flatMap((cost) =>
            cost.pools.map((pool) => [pool, costAt(cost, headroom)]),
          );

          const first = firstCostsOf(exposure, counted);
          expect(costs).toEqual(costs.map(([pool = -1]) => [pool, first.costIn(pool, headroom)]));
          expect(new Set(costs.map(([pool]) => pool))).toEqual(new Set(first.pools));
        }
      }
    }),
    { numRuns: 60 },
  );
});

/** Members without a limit are named in the order in which they are given. */
function withSortedIds(plan: PoolPlan): PoolPlan {
  const pools = plan.pools.map((pool) => ({ ...pool, unboundedIds: pool.unboundedIds.toSorted() }));
  return { ...plan, pools };
}

test('a division is that of the search that looks at all members at each step, in any order of the users', () => {
  fc.assert(
    fc.property(someWorld, (world) => {
      const reversed = world.pools.map((pool) => ({ ...pool, memberIds: pool.memberIds.toReversed() }));

      const plan = dividePools(world);

      expect(plan).toEqual(dividePoolsAtFirst(world));
      const other = dividePools({ ...world, members: world.members.toReversed(), pools: reversed });
      expect(withSortedIds(other)).toEqual(withSortedIds(plan));
    }),
    { numRuns: 100 },
  );
});
