import { describe, expect, test } from 'vitest';

import { stopChance } from '../../../shared/pools/demand/demand.ts';
import { dividePools, highestInForce, type Division } from '../../../shared/pools/divide-pools.ts';
import { currentLimit } from '../../../shared/pools/exposure/limit-in-force.ts';
import {
  aMember,
  aNight,
  aPool,
  april,
  nightBeforeTurn,
  exposureTermsAt,
  aLimitInForce,
  wanting,
} from '../../support/pool-fixtures.ts';

function divided(division: Pick<Division, 'members' | 'pools'> & Partial<Division>) {
  const plan = dividePools({ exposureTerms: exposureTermsAt(aNight), reserveShare: 0, ...division });
  return { ...plan, limitOf: (userId: string) => plan.shares.find((share) => share.userId === userId)?.limitCredits };
}

test('without any history what is left is split evenly, and the odd credit goes to the first by id', () => {
  const members = [aMember('c'), aMember('a'), aMember('b')];

  const plan = divided({ members, pools: [aPool(100, members)] });

  expect(['a', 'b', 'c'].map(plan.limitOf)).toEqual([34, 33, 33]);
});

test('own budgets bound a share, and the others get what is left: max-min fair', () => {
  const members = [aMember('a', { ownHeadroomCredits: 10 }), aMember('b'), aMember('c')];

  const plan = divided({ members, pools: [aPool(100, members)] });

  expect(['a', 'b', 'c'].map(plan.limitOf)).toEqual([10, 45, 45]);
});

test('everyone gets the same chance of being stopped', () => {
  const members = [
    aMember('a', { demand: wanting(5_000) }),
    aMember('b', { demand: wanting(500, { activeChance: 0.3 }) }),
    aMember('c', { demand: wanting(9_000, { activeChance: 0.6 }) }),
  ];

  const { shares } = divided({ members, pools: [aPool(40_000, members)] });

  const chances = shares.map(({ headroomCredits }, index) =>
    stopChance(members[index]?.demand ?? wanting(1), headroomCredits),
  );
  expect(Math.max(...chances) - Math.min(...chances)).toBeLessThan(0.001);
  expect(shares.reduce((sum, share) => sum + share.headroomCredits, 0)).toBe(40_000);
});

test('lowering a limit frees no credits before the data shows them unspent', () => {
  const members = [
    aMember('a', { used: 100, limits: [aLimitInForce(600)], demand: wanting(1) }),
    aMember('b', { used: 100, limits: [aLimitInForce(400)], demand: wanting(900) }),
  ];

  const plan = divided({ members, pools: [aPool(1_000, members)] });

  expect(plan.lowers.map(({ userId }) => userId)).toEqual(['a']);
  expect(plan.raises).toEqual([]);
  expect(plan.limitOf('b')).toBe(400);
});

test('one day later the lowered credits are given to others', () => {
  const members = [
    aMember('a', { used: 100, limits: [aLimitInForce(101)], demand: wanting(1) }),
    aMember('b', { used: 100, limits: [aLimitInForce(400)], demand: wanting(900) }),
  ];

  const plan = divided({ members, pools: [aPool(1_000, members)] });

  expect(plan.raises.map(({ userId }) => userId)).toContain('b');
  expect(plan.limitOf('b')).toBeGreaterThan(850);
});

test('when known use is past the amount, every headroom is 0', () => {
  const members = [aMember('a', { used: 700, limits: [aLimitInForce(900)] }), aMember('b', { used: 400 })];

  const plan = divided({ members, pools: [aPool(1_000, members)] });

  expect(['a', 'b'].map(plan.limitOf)).toEqual([700, 400]);
});

test('what cannot be capped is deducted as far as it is known', () => {
  const members = [aMember('a'), aMember('b')];

  const plan = divided({ members, pools: [aPool(100, members, { knownCredits: 40 })] });

  expect(['a', 'b'].map(plan.limitOf)).toEqual([30, 30]);
});

test('a user whose limit cannot change is counted with the limit in force', () => {
  const members = [aMember('a', { limits: [aLimitInForce(70)], isFixed: true }), aMember('b')];

  const plan = divided({ members, pools: [aPool(100, members)] });

  expect(plan.shares.map(({ userId }) => userId)).toEqual(['b']);
  expect(plan.limitOf('b')).toBe(30);
});

test('overcommit divides up to its factor', () => {
  const members = [aMember('a'), aMember('b')];

  const plan = divided({ members, pools: [aPool(100, members, { guarantee: { kind: 'overcommit', factor: 1.2 } })] });

  expect(['a', 'b'].map(plan.limitOf)).toEqual([60, 60]);
});

test('a new user is capped in the same run, named as unbounded, and does not stop the others', () => {
  const members = [aMember('a', { limits: [aLimitInForce(50)] }), aMember('new', { limits: [] })];

  const plan = divided({ members, pools: [aPool(100, members)] });

  expect(plan.lowers).toStrictEqual([{ userId: 'new', toCredits: 50 }]);
  expect(plan.pools[0]).toMatchObject({ isCovered: false, unboundedIds: ['new'] });
});

test('a limit of uncertain outcome is sent again, even if it is what is wanted', () => {
  const unknown = { ...aLimitInForce(50), outcome: 'unknown' as const };
  const members = [
    aMember('a', { limits: [aLimitInForce(40), unknown] }),
    aMember('b', { limits: [aLimitInForce(50)] }),
  ];

  const plan = divided({ members, pools: [aPool(100, members)] });

  expect(plan.lowers).toEqual([]);
  expect(plan.raises).toEqual([{ userId: 'a', toCredits: 50 }]);
});

test('a reserve stays free, and is gone on the last day of the window', () => {
  const members = [aMember('a'), aMember('b')];
  const onLastDay = { ...nightBeforeTurn, heldUntilMs: nightBeforeTurn.nowMs };

  const early = divided({ members, pools: [aPool(10_000, members)], reserveShare: 0.1 });
  const late = divided({
    members,
    pools: [aPool(10_000, members)],
    reserveShare: 0.1,
    exposureTerms: exposureTermsAt(onLastDay),
  });

  expect(early.shares.reduce((sum, share) => sum + share.headroomCredits, 0)).toBe(10_000 - 677);
  expect(late.shares.reduce((sum, share) => sum + share.headroomCredits, 0)).toBe(10_000);
});

test('the reserve is a share of what reservations leave, and of nothing else', () => {
  const members = [
    aMember('a', { reservation: { credits: 3_000, highCredits: 0 } }),
    aMember('b', { reservation: { credits: 2_000, highCredits: 0 } }),
    aMember('c', { knownCredits: 0, reportedCredits: 1_000, limits: [aLimitInForce(1_000)] }),
  ];

  const plan = divided({ members, pools: [aPool(10_000, members)], reserveShare: 0.1 });

  // 21 of 31 days are left; what c has used since the end of the known data costs 1,000.
  const reserve = Math.floor(0.1 * (10_000 - 5_000) * (21 / 31));
  expect(plan.shares.reduce((sum, share) => sum + share.targetCredits, 0)).toBe(10_000 - 1_000 - reserve);
});

test('free of a pool is what no limit in force lets anybody use, and never less than nothing', () => {
  const members = [
    aMember('a', { used: 100, limits: [aLimitInForce(300)] }),
    aMember('b', { used: 50, limits: [aLimitInForce(80)], isFixed: true }),
  ];

  const freeOf = (amountCredits: number) =>
    divided({ members, pools: [aPool(amountCredits, members)] }).pools.map(({ freeCredits }) => freeCredits);

  expect(freeOf(1_000)).toEqual([1_000 - 300 - 80]);
  expect(freeOf(200)).toEqual([0]);
});

test('a change names the limit that it replaces', () => {
  const members = [aMember('a', { limits: [aLimitInForce(90)] }), aMember('b', { limits: [aLimitInForce(10)] })];

  const first = divided({ members, pools: [aPool(120, members)] });

  expect(first.lowers).toEqual([{ userId: 'a', fromCredits: 90, toCredits: 60 }]);
  expect(first.raises).toEqual([{ userId: 'b', fromCredits: 10, toCredits: 30 }]);
});

test('the highest limit in force is that of all which have not ended, confirmed or not', () => {
  const ended = { ...aLimitInForce(900), untilMs: aNight.nowMs - 1 };
  const unknown = { ...aLimitInForce(200), outcome: 'unknown' as const };

  expect(highestInForce(aMember('a', { limits: [ended, aLimitInForce(300), unknown] }))).toBe(300);
  expect(highestInForce(aMember('a', { limits: [ended] }))).toBe(Infinity);
});

describe('pools in pools', () => {
  test('a team that is full leaves the rest of the organization to the others', () => {
    const members = [aMember('a'), aMember('b'), aMember('c')];
    const pools = [aPool(90, members), aPool(20, members, { name: 'team', memberIds: ['a', 'b'] })];

    const plan = divided({ members, pools });

    expect(['a', 'b', 'c'].map(plan.limitOf)).toEqual([10, 10, 70]);
  });

  test('a team that is past its amount does not stop the rest of the organization', () => {
    const members = [aMember('a', { used: 30 }), aMember('b')];
    const pools = [aPool(90, members), aPool(20, members, { name: 'team', memberIds: ['a'], knownCredits: 30 })];

    const plan = divided({ members, pools });

    expect(['a', 'b'].map(plan.limitOf)).toEqual([30, 60]);
  });
});

describe('before the platform window turns', () => {
  test('a user without headroom gets a limit of 0, since any other could be used up again', () => {
    const members = [aMember('a', { used: 400, limits: [aLimitInForce(600)] }), aMember('b', { used: 300 })];
    const week = aPool(500, members, { window: { from: '2026-03-30', through: '2026-04-05' }, knownCredits: 300 });

    const plan = divided({ members, pools: [week], exposureTerms: exposureTermsAt(nightBeforeTurn) });

    expect(['a', 'b'].map(plan.limitOf)).toEqual([0, 0]);
    expect(plan.lowers.map(({ userId }) => userId)).toEqual(['a', 'b']);
  });

  test('what a lowered limit frees after the turn is not given before the lowering is confirmed', () => {
    const members = [
      aMember('a', { limits: [aLimitInForce(600)], demand: wanting(1) }),
      aMember('b', { limits: [aLimitInForce(1)], demand: wanting(900) }),
      aMember('c'),
    ];
    const [a, b] = members.map(({ userId }) => userId);
    const week = { window: { from: '2026-03-30', through: '2026-04-05' }, memberIds: [a ?? '', b ?? ''] };
    // The month ends before the turn, so that in it, and for c, nothing depends on when a limit is replaced.
    const pools = [aPool(5_000, members), aPool(1_202, members, { name: 'week', ...week })];

    const plan = divided({ members, pools, exposureTerms: exposureTermsAt(nightBeforeTurn) });

    expect(plan.lowers.map(({ userId }) => userId)).toEqual(['a']);
    expect(plan.raises.map(({ userId }) => userId)).toEqual(['c']);
    expect(plan.limitOf('b')).toBe(1);
  });

  test('a pool of the same window divides as on any night', () => {
    const members = [aMember('a', { used: 400 }), aMember('b', { used: 300 })];
    const nextMonth = aPool(1_000, members, { name: 'next', window: april, knownCredits: 0 });

    const plan = divided({
      members,
      pools: [aPool(1_000, members), nextMonth],
      exposureTerms: exposureTermsAt(nightBeforeTurn),
    });

    expect(['a', 'b'].map(plan.limitOf)).toEqual([550, 450]);
  });
});

test('what a lowered limit sets free at once, by time, is given only when it is confirmed', () => {
  const members = [
    aMember('a', { limits: [aLimitInForce(600)], demand: wanting(1) }),
    aMember('b', { limits: [aLimitInForce(0)], demand: wanting(900) }),
  ];
  const exposureTerms = exposureTermsAt(aNight, { maxCreditsPerUserHour: 10 });

  const first = divided({ members, pools: [aPool(600, members)], exposureTerms });

  expect(first.lowers.map(({ userId }) => userId)).toEqual(['a']);
  expect(first.raises).toEqual([]);
  expect(currentLimit(members[1]?.limits ?? [])).toBe(0);
});

test('where time alone keeps everybody within the pool, nobody gets more than is left of it', () => {
  const members = [aMember('a'), aMember('b', { used: 100 })];
  const exposureTerms = exposureTermsAt(aNight, { maxCreditsPerUserHour: 1 });

  const plan = divided({ members, pools: [aPool(5_000, members, { knownCredits: 100 })], exposureTerms });

  expect(['a', 'b'].map(plan.limitOf)).toEqual([4_900, 5_000]);
});

test('who keeps a credit that is proven already takes part when the rest is handed out', () => {
  const demand = (medianCredits: number) => ({ activeChance: 0.01, medianCredits, spread: 0.25 });
  const members = [
    aMember('a', { limits: [aLimitInForce(1)], demand: demand(299) }),
    aMember('b', { limits: [aLimitInForce(0)], demand: demand(1) }),
    aMember('c', { limits: [aLimitInForce(294)], ownHeadroomCredits: 0 }),
  ];

  const limitsAt = (amount: number) => {
    const plan = divided({ members, pools: [aPool(amount, members)] });
    return ['a', 'b', 'c'].map(plan.limitOf);
  };

  expect(limitsAt(300)).toEqual([6, 0, 0]);
  expect(limitsAt(301)).toEqual([7, 0, 0]);
});
