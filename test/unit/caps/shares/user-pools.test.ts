import { expect, test } from 'vitest';

import type { NamedPool } from '../../../../shared/caps/shares/named-pools.ts';
import { userPoolsOf } from '../../../../shared/caps/shares/user-pools.ts';
import type { PoolStatus } from '../../../../shared/pools/pool-plan.ts';
import type { Pool } from '../../../../shared/pools/pool.ts';
import { partOf } from '../../../support/part-of.ts';

const march = { kind: 'month', from: '2026-03-01', through: '2026-03-31' } as const;

function aPool(scope: NamedPool['scope'], pool: Partial<Pool>, said: Partial<NamedPool> = {}): NamedPool {
  const name = scope.kind === 'team' ? scope.name : scope.kind;
  const terms = { name, window: march, amountCredits: 1_000, guarantee: { kind: 'strict' }, knownCredits: 0 } as const;
  return {
    scope,
    window: march,
    isNext: false,
    topUpCredits: 0,
    lastDayCredits: 0,
    owners: [],
    daily: { from: march.from, through: march.through, credits: new Float64Array(0) },
    pool: { ...terms, memberIds: [], ...pool },
    ...said,
  };
}

/** Everybody has a target of 100. */
function ownPools(...pools: readonly NamedPool[]) {
  const userIds = [...new Set(pools.flatMap(({ pool }) => pool.memberIds))];
  const shares = userIds.map((userId) => ({ userId, limitCredits: 0, headroomCredits: 0, targetCredits: 100 }));
  return userPoolsOf({ lowers: [], raises: [], shares, pools: [] }, pools);
}

const org = { kind: 'org' } as const;
const web = { kind: 'team', name: 'web' } as const;

test('of a user’s pools the one with the least to spare is named, and the terms of all are shown', () => {
  const pools = [
    aPool(org, { amountCredits: 1_000, memberIds: ['ann', 'bob'] }),
    aPool(web, { amountCredits: 150, memberIds: ['ann'] }),
  ];

  for (const each of [ownPools(...pools), ownPools(...pools.toReversed())]) {
    expect(each.get('ann')).toEqual({
      pool: { scope: web, window: 'month' },
      pools: 'org month 1000 strict; team:web month 150 strict',
    });
    expect(each.get('bob')).toEqual({ pool: { scope: org, window: 'month' }, pools: 'org month 1000 strict' });
  }
});

test.for([
  ['known use', { knownCredits: 951 }, {}],
  ['what its members are to have', { amountCredits: 140 }, { amountCredits: 239, memberIds: ['ann', 'bob'] }],
] as const)('what a pool has to spare is less by %s', ([, ofWeb, ofOrg]) => {
  const own = ownPools(
    aPool(org, { amountCredits: 150, memberIds: ['ann'], ...ofOrg }),
    aPool(web, { memberIds: ['ann'], ...ofWeb }),
  );

  const isWeb = 'knownCredits' in ofWeb;
  expect(own.get('ann')?.pool.scope).toEqual(isWeb ? web : org);
});

test('a member without a target takes nothing of what a pool has to spare', () => {
  const shares = [{ userId: 'ann', limitCredits: 0, headroomCredits: 0, targetCredits: 100 }];
  const pools = [
    aPool(org, { amountCredits: 160, memberIds: ['ann', 'fixed'] }),
    aPool(web, { amountCredits: 150, memberIds: ['ann'] }),
  ];

  expect(userPoolsOf({ lowers: [], raises: [], shares, pools: [] }, pools).get('ann')?.pool.scope).toEqual(web);
});

test('terms are shown once, though the next window has a pool of its own, and a factor is part of them', () => {
  const loose = { guarantee: { kind: 'overcommit', factor: 1.2 }, memberIds: ['ann'] } as const;
  const april = { kind: 'month', from: '2026-04-01', through: '2026-04-30' } as const;

  const own = ownPools(aPool(org, loose), aPool(org, loose, { window: april, isNext: true }));

  expect(own.get('ann')?.pools).toBe('org month 1000 1.2');
});

test('who draws on no pool has none', () => {
  expect(ownPools(aPool(org, { memberIds: ['ann'] })).get('bob')).toBeUndefined();
});

test('top-ups change no terms: what they move is what somebody gave by name', () => {
  const own = ownPools(aPool(org, { amountCredits: 1_200, memberIds: ['ann'] }, { topUpCredits: 200 }));

  expect(own.get('ann')?.pools).toBe('org month 1000 strict');
});

test('of a user who gets nothing now the pool that has nothing to give is named, though another has less to spare later', () => {
  const pools = [
    aPool(org, { amountCredits: 1_000, memberIds: ['ann', 'bob'] }),
    aPool(web, { amountCredits: 150, memberIds: ['ann'] }),
  ];
  const named = (headroomCredits: number) => {
    const shares = ['ann', 'bob'].map((userId) => ({ userId, limitCredits: 0, headroomCredits, targetCredits: 100 }));
    const statuses = pools.map(({ pool }) =>
      partOf<PoolStatus>({ name: pool.name, freeCredits: pool.name === 'web' ? 50 : 0 }),
    );
    return userPoolsOf({ lowers: [], raises: [], shares, pools: statuses }, pools).get('ann')?.pool.scope;
  };

  expect(named(0)).toEqual(org);
  expect(named(10)).toEqual(web);
});
