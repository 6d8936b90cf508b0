import { expect, test } from 'vitest';

import type { SharedPool } from '../../../../shared/domain/caps/shares/divide-shares.ts';
import {
  missingFrom,
  poolName,
  shortPromise,
  shortReserved,
} from '../../../../shared/domain/explanation/describe-pool.ts';
import { aSharedPool } from '../../../support/plan-samples.ts';

const everybody = ['ann', 'bob', 'cem'];

test.for<[Partial<SharedPool>, string]>([
  [{}, 'kept'],
  [{ unboundedIds: ['ann'] }, '1 user '],
  [{ unboundedIds: ['ann', 'bob'] }, '2 users '],
  [{ unboundedIds: everybody }, 'nobody'],
  [{ isCovered: false, exposureCredits: 12_345 }, '12,345'],
  [{ guarantee: { kind: 'overcommit', factor: 1.2 }, exposureCredits: 700 }, '1.2: at most 700'],
  [{ guarantee: { kind: 'overcommit', factor: 1.2 }, unboundedIds: ['ann'] }, '1.2: at most no end'],
  [{ roomCredits: -5, knownCredits: 10_005 }, 'passed by 5'],
])('the promise of a pool %o is shown: %s', ([said, part]) => {
  expect(shortPromise(aSharedPool({ memberIds: everybody, ...said }))).toContain(part);
});

test.for<[Partial<SharedPool>, string | undefined]>([
  [{ unboundedIds: ['bob', 'ann'] }, 'BOB, ANN'],
  [{ unboundedIds: everybody }, undefined],
  [{ unboundedIds: [] }, undefined],
  [{ unboundedIds: ['ann'], roomCredits: -1 }, undefined],
])('of a pool %o the guarantee waits for %s', ([said, names]) => {
  const pool = aSharedPool({ memberIds: everybody, ...said });

  expect(missingFrom(pool, (userId) => userId.toUpperCase())).toBe(names);
});

test('a pool is called by its scope', () => {
  const named = (scope: SharedPool['scope']) => poolName(aSharedPool({ scope }));

  expect(named({ kind: 'org' })).toBe('the organization');
  expect(named({ kind: 'team', name: 'web' })).toBe('team web');
  expect(named({ kind: 'user', email: 'ann@acme.example' })).toBe('user:ann@acme.example');
});

test.for<[heldCredits: number, askedCredits: number, expected: readonly string[]]>([
  [0, 0, []],
  [1_200, 1_200, ['1,200 reserved']],
  [1_200, 1_500, ['1,200 of 1,500 reserved']],
])('of a pool that holds %i of %i reserved credits it is said: %j', ([heldCredits, askedCredits, expected]) => {
  expect(shortReserved(aSharedPool({ reserved: { heldCredits, askedCredits } }))).toEqual(expected);
});
