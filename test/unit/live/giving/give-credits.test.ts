import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { giveCredits, type GivingRound, type GivingUser } from '../../../../shared/live/giving/give-credits.ts';
import { raiseOf } from '../../../../shared/live/read-bound.ts';

function aUser(userId: string, given: Partial<GivingUser> = {}): GivingUser {
  return { userId, inForceCredits: 100, usedCredits: 100, isIdle: false, ...given };
}

function onePool(freeCredits: number, users: readonly GivingUser[]): GivingRound {
  return { pools: [{ id: 'all', freeCredits, memberIds: users.map(({ userId }) => userId) }], users };
}

test('everybody who asks gets what is asked for while that is free', () => {
  const users = [aUser('a', { askCredits: 150 }), aUser('b', { askCredits: 120 }), aUser('c')];

  expect(giveCredits(onePool(70, users)).changes).toEqual([
    { userId: 'a', limitCredits: 150, reason: 'asked' },
    { userId: 'b', limitCredits: 120, reason: 'asked' },
  ]);
});

test('when too little is free, the one with the least left is raised first', () => {
  const users = [
    aUser('a', { askCredits: 200 }),
    aUser('b', { askCredits: 200, inForceCredits: 120 }),
    aUser('c', { askCredits: 105 }),
  ];

  expect(giveCredits(onePool(30, users)).changes).toEqual([
    { userId: 'a', limitCredits: 123, reason: 'short' },
    { userId: 'b', limitCredits: 122, reason: 'short' },
    { userId: 'c', limitCredits: 105, reason: 'asked' },
  ]);
});

test('what lasts until the night is given when all that is asked for is', () => {
  const users = [aUser('a', { askCredits: 110, wishCredits: 400 }), aUser('b', { askCredits: 150, wishCredits: 150 })];

  expect(giveCredits(onePool(100, users)).changes).toMatchObject([{ limitCredits: 150 }, { limitCredits: 150 }]);
});

test('nothing is sent before a need is urgent; then all who ask are served', () => {
  const patient = aUser('a', { askCredits: 150, isUrgent: false });

  expect(giveCredits(onePool(100, [patient])).changes).toEqual([]);
  expect(giveCredits(onePool(100, [patient, aUser('b', { askCredits: 110 })])).changes).toHaveLength(2);
});

test('who is only likely to work gets what those at work do not ask for', () => {
  const users = [
    aUser('a', { askCredits: 150, wishCredits: 300 }),
    aUser('b', { askCredits: 160, wishCredits: 160, isLikely: true }),
  ];
  const limits = (free: number) => giveCredits(onePool(free, users)).changes.map(({ limitCredits }) => limitCredits);

  expect(limits(50)).toEqual([150]);
  expect(limits(90)).toEqual([150, 140]);
  expect(limits(1_000)).toEqual([300, 160]);
});

test('own budgets bind, and users in no pool are left out', () => {
  const users = [aUser('a', { askCredits: 150, ownCeilingCredits: 120 })];
  const round = onePool(100, users);

  expect(giveCredits(round).changes).toMatchObject([{ userId: 'a', limitCredits: 120 }]);
  expect(giveCredits({ ...round, users: [...users, aUser('z', { askCredits: 9e12 })] })).toEqual(giveCredits(round));
});

test('a raise up to a limit that is still in force costs nothing', () => {
  const lowered = aUser('a', { limitCredits: 110, inForceCredits: 300, askCredits: 250 });

  expect(giveCredits(onePool(0, [lowered])).changes).toMatchObject([{ userId: 'a', limitCredits: 250 }]);
});

test('what is in flight is counted where a limit of 0 is raised', () => {
  const blocked = aUser('a', { inForceCredits: 0, usedCredits: 0, askCredits: 50 });

  expect(giveCredits({ ...onePool(30, [blocked]), inFlightCredits: 10 }).changes).toMatchObject([{ limitCredits: 20 }]);
});

test('pools fill in their order, though members who have enough let one of them last longer', () => {
  const users = [
    aUser('a', { inForceCredits: 0, usedCredits: 0, askCredits: 1 }),
    aUser('b', { inForceCredits: 0, usedCredits: 0, askCredits: 6 }),
  ];
  const pools = [
    { id: 'small', freeCredits: 4, memberIds: ['b'] },
    { id: 'all', freeCredits: 6, memberIds: ['a', 'b'] },
  ];

  expect(giveCredits({ pools, users }).changes.map(({ limitCredits }) => limitCredits)).toEqual([1, 4]);
});

describe('where more is asked for than is free', () => {
  const asking = aUser('a', { askCredits: 160 });
  const idle = [200, 300, 120].map((inForceCredits, index) => aUser(`i${index}`, { inForceCredits, isIdle: true }));

  test('idle users lose half of what they have left, the largest first, as far as it is needed', () => {
    expect(giveCredits(onePool(0, [asking, ...idle])).changes).toEqual([
      { userId: 'i1', limitCredits: 200, reason: 'idle' },
    ]);
    expect(giveCredits(onePool(0, [{ ...asking, askCredits: 240 }, ...idle])).changes).toHaveLength(2);
  });

  test('they keep what everybody keeps', () => {
    expect(giveCredits({ ...onePool(0, [asking, ...idle]), probeCredits: 150 }).changes).toMatchObject([
      { userId: 'i1', limitCredits: 250 },
    ]);
  });

  test('nothing is taken where lowering frees nothing before the night', () => {
    const { pools, users } = onePool(10, [asking, ...idle]);
    const capped = pools.map((pool) => ({ ...pool, freeableCredits: 10 }));

    expect(giveCredits({ pools: capped, users }).changes).toMatchObject([{ userId: 'a', limitCredits: 110 }]);
  });
});

describe('whatever is asked for, of pools that overlap', () => {
  const users = fc
    .array(
      fc.record({
        used: fc.integer({ min: 0, max: 60 }),
        left: fc.integer({ min: 0, max: 40 }),
        past: fc.integer({ min: 0, max: 20 }),
        ask: fc.option(fc.integer({ min: 0, max: 120 })),
        more: fc.integer({ min: 0, max: 60 }),
        ceiling: fc.option(fc.integer({ min: 0, max: 150 })),
        pools: fc.integer({ min: 0, max: 7 }),
        isIdle: fc.boolean(),
      }),
      { minLength: 1, maxLength: 7 },
    )
    .map((drawn) =>
      drawn.map(({ used, left, past, ask, more, ceiling, pools, isIdle }, index) => ({
        pools,
        user: aUser(`u${index}`, {
          usedCredits: used,
          limitCredits: used + left,
          inForceCredits: used + left + past,
          isIdle: isIdle && ask === null,
          ...(ask !== null && { askCredits: used + ask, wishCredits: used + ask + more }),
          ...(ceiling !== null && { ownCeilingCredits: ceiling }),
        }),
      })),
    );
  const frees = fc.tuple(...Array.from({ length: 3 }, () => fc.integer({ min: 0, max: 150 })));
  const rounds = fc.tuple(users, frees).map(([drawn, free]): GivingRound => ({
    users: drawn.map(({ user }) => user),
    pools: free.map((freeCredits, pool) => ({
      id: `p${pool}`,
      freeCredits,
      memberIds: drawn.filter(({ pools }) => (pools >> pool) % 2 === 1).map(({ user }) => user.userId),
    })),
  }));

  /** The round after one: limits as they were sent, and what that cost gone from the pools. */
  function after(round: GivingRound): GivingRound {
    const limits = new Map(giveCredits(round).changes.map(({ userId, limitCredits }) => [userId, limitCredits]));
    const costOf = (user: GivingUser) =>
      raiseOf({ knownCredits: 0, ...user }, limits.get(user.userId) ?? user.inForceCredits);
    return {
      ...round,
      pools: round.pools.map((pool) => ({
        ...pool,
        freeCredits:
          pool.freeCredits -
          round.users.reduce((sum, user) => sum + (pool.memberIds.includes(user.userId) ? costOf(user) : 0), 0),
      })),
      users: round.users.map((user) => {
        const limitCredits = limits.get(user.userId) ?? user.limitCredits ?? 0;
        return { ...user, limitCredits, inForceCredits: Math.max(user.inForceCredits, limitCredits) };
      }),
    };
  }

  test('no pool gives more than is free, nobody gets more than they wish or may have, and all is whole', () => {
    fc.assert(
      fc.property(rounds, (round) => {
        const then = after(round);

        expect(then.pools.every(({ freeCredits }) => freeCredits >= 0)).toBe(true);
        for (const { limitCredits, userId, reason } of giveCredits(round).changes) {
          const user = round.users.find((one) => one.userId === userId);
          expect(Number.isInteger(limitCredits)).toBe(true);
          const most = Math.min(user?.wishCredits ?? 0, user?.ownCeilingCredits ?? Infinity);
          expect(reason === 'idle' || limitCredits <= most).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('nobody who asks can get a credit more without taking it from somebody with less, to within rounding', () => {
    fc.assert(
      fc.property(rounds, (round) => {
        const then = after(round);
        const before = new Map(round.users.map(({ userId, inForceCredits }) => [userId, inForceCredits]));
        const givenTo = ({ userId, inForceCredits }: GivingUser) => inForceCredits - (before.get(userId) ?? 0);
        const leftOf = ({ limitCredits = 0, usedCredits }: GivingUser) => limitCredits - usedCredits;

        then.users.forEach((user, index) => {
          const { askCredits = 0, wishCredits = 0, ownCeilingCredits = Infinity, limitCredits = 0 } = user;
          const own = then.pools.filter(({ memberIds }) => memberIds.includes(user.userId));
          const isAsking = own.length > 0 && askCredits > (round.users[index]?.limitCredits ?? 0);
          const wantsMore = isAsking && limitCredits < Math.min(wishCredits, ownCeilingCredits);
          // What the pool has left, or has given to users who have more left: nothing but what rounding leaves.
          const isFair = own.some(({ freeCredits, memberIds }) => {
            const others = then.users.filter(({ userId }) => memberIds.includes(userId));
            const more = others.map((other) => Math.min(givenTo(other), Math.max(0, leftOf(other) - leftOf(user) - 1)));
            return freeCredits + more.reduce((sum, credits) => sum + credits, 0) <= memberIds.length;
          });
          // What is asked for comes before what is wished.
          const isAskMet =
            limitCredits >= askCredits && own.some(({ freeCredits, memberIds: { length } }) => freeCredits < length);
          expect(!wantsMore || isFair || isAskMet).toBe(true);
        });
      }),
      { numRuns: 200 },
    );
  });

  test('the order of users and pools is of no matter, and a second round gives nothing more', () => {
    fc.assert(
      fc.property(rounds, (round) => {
        const turned = { ...round, users: round.users.toReversed(), pools: round.pools.toReversed() };
        const raises = giveCredits(after(round)).changes.filter(({ reason }) => reason !== 'idle');

        expect(giveCredits(turned)).toEqual(giveCredits(round));
        expect(raises).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('where one pool has more to give, nobody gets less of it', () => {
    fc.assert(
      fc.property(users, fc.nat(150), fc.nat(50), (drawn, freeCredits, more) => {
        const own = drawn.map(({ user }) => user);
        const limitsOf = (free: number) =>
          new Map(
            giveCredits(onePool(free, own))
              .changes.filter(({ reason }) => reason !== 'idle')
              .map(({ userId, limitCredits }) => [userId, limitCredits]),
          );
        const rich = limitsOf(freeCredits + more);

        for (const [userId, limitCredits] of limitsOf(freeCredits)) {
          expect(rich.get(userId) ?? 0).toBeGreaterThanOrEqual(limitCredits);
        }
      }),
      { numRuns: 200 },
    );
  });
});
