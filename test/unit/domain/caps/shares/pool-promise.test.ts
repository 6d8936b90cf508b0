import { expect, test } from 'vitest';

import type { SharedPool } from '../../../../../shared/domain/caps/shares/divide-shares.ts';
import { mostUsedOf, promiseOf } from '../../../../../shared/domain/caps/shares/pool-promise.ts';
import { aSharedPool } from '../../../../support/plan-samples.ts';

const overcommit = { kind: 'overcommit', factor: 1.2 } as const;

test.for<[string, Partial<SharedPool>, object]>([
  ['that limits cover', {}, { kind: 'kept' }],
  ['whose room is used up to the credit', { roomCredits: 0 }, { kind: 'kept' }],
  [
    'of which known use is past the amount',
    { roomCredits: -1, knownCredits: 1_001, unboundedIds: ['ann'] },
    { kind: 'passed', overCredits: 1 },
  ],
  [
    'in which somebody had no limit',
    { unboundedIds: ['ann'], isCovered: false },
    { kind: 'not-yet', unboundedIds: ['ann'] },
  ],
  [
    'of which limits allow more than the amount',
    { isCovered: false, exposureCredits: 1_300 },
    { kind: 'too-much-allowed', mostCredits: 1_300 },
  ],
  [
    'that is overcommitted',
    { guarantee: overcommit, exposureCredits: 1_100 },
    { kind: 'overcommit', factor: 1.2, mostCredits: 1_100 },
  ],
  [
    'that is overcommitted and in which somebody had no limit',
    { guarantee: overcommit, unboundedIds: ['ann'] },
    { kind: 'overcommit', factor: 1.2 },
  ],
])('what is promised of a pool %s', ([, said, promise]) => {
  expect(promiseOf(aSharedPool({ amountCredits: 1_000, ...said }))).toEqual(promise);
});

test('the most that can have been used of a pool is not known while somebody had no limit', () => {
  expect(mostUsedOf(aSharedPool({ exposureCredits: 700 }))).toBe(700);
  expect(mostUsedOf(aSharedPool({ exposureCredits: 700, unboundedIds: ['ann'] }))).toBeUndefined();
});
