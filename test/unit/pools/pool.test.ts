import { expect, test } from 'vitest';

import { isCovered } from '../../../shared/pools/exposure/pool-exposure.ts';
import { roomOf } from '../../../shared/pools/pool.ts';
import { aPool } from '../../support/pool-fixtures.ts';

test('a strict pool has room for its amount, an overcommitted one for whole credits of its factor', () => {
  expect(roomOf(aPool(101, [], { knownCredits: 20 }))).toBe(81);
  expect(roomOf(aPool(101, [], { knownCredits: 20, guarantee: { kind: 'overcommit', factor: 1.2 } }))).toBe(101);
  expect(roomOf(aPool(101, [], { knownCredits: 150 }))).toBe(-49);
});

test.for([
  [100, [], true],
  [101, [], false],
  [50, ['ann'], false],
] as const)(
  'a pool of 100 with an exposure of %s and %o unbounded is covered: %s',
  ([credits, unboundedIds, expected]) => {
    expect(isCovered(aPool(100, []), { credits, unboundedIds })).toBe(expected);
  },
);
