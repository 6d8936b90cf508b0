import { expect, test } from 'vitest';

import type { SharedPool } from '../../../shared/caps/shares/divide-shares.ts';
import { poolName, shortGuarantee, shortReserved, toldVerdict } from '../../../shared/explanation/describe-pool.ts';
import { aSharedPool } from '../../support/plan-samples.ts';

const overcommit = { guarantee: { kind: 'overcommit', factor: 1.2 }, verdict: undefined } as const;

test.for<[{ readonly [Key in keyof SharedPool]?: SharedPool[Key] | undefined }, string]>([
  [{ verdict: { kind: 'kept' } }, 'kept'],
  [{ verdict: { kind: 'kept-from', day: '2026-03-16' } }, 'kept from 16 Mar'],
  [{ verdict: { kind: 'not-bounded', because: ['ann'], exempt: [] } }, 'not bounded'],
  [{ verdict: { kind: 'broken', overCredits: 5 } }, 'over budget by 5'],
  [{ ...overcommit, exposureCredits: 700 }, 'overcommit 1.2: at most 700'],
  [{ ...overcommit, unboundedIds: ['ann'] }, 'overcommit 1.2: at most no limit'],
  // A pool on which the guard has not spoken promises nothing.
  [{ verdict: undefined, exposureCredits: 700 }, 'at most 700'],
])('the guarantee of a pool %o in short: %s', ([said, words]) => {
  expect(shortGuarantee({ ...aSharedPool(), ...said } as SharedPool)).toBe(words);
});

test('a verdict is told with people as they are known, and its sentence', () => {
  const pool = aSharedPool({ verdict: { kind: 'not-bounded', because: ['bob', 'ann'], exempt: ['ann'] } });

  expect(toldVerdict(pool, (userId) => userId.toUpperCase())).toEqual({
    kind: 'not-bounded',
    because: ['BOB', 'ANN'],
    exempt: ['ANN'],
    detail: expect.stringMatching(/no limit is known for BOB\..* not while ANN is exempt\./u),
  });
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
