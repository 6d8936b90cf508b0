import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { canonicalJson, type Json } from '../../../../shared/controls/json.ts';
import { isSameValue } from '../../../../shared/kernel/records/same-value.ts';

/** The same value with the members of every object the other way round. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(reordered);
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([name, member]) => [name, reordered(member)]),
      )
    : value;
}

test('a value equals itself with its members in another order, at every depth', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(isSameValue(value, reordered(value))).toBe(true);
    }),
  );
});

test('two values are the same exactly when their canonical JSON is', () => {
  const value = fc.jsonValue({ maxDepth: 2 });

  fc.assert(
    fc.property(value, value, (one, other) => {
      const spelled = [one, other].map((each) => canonicalJson(each as Json));
      expect(isSameValue(one, other)).toBe(spelled[0] === spelled[1]);
    }),
  );
});

test.for([
  ['a member that is undefined and one that is absent', { a: 1, b: undefined }, { a: 1 }],
  ['a list and the same list', [1, { a: [] }], [1, { a: [] }]],
  ['nothing and nothing', undefined, undefined],
])('the same: %s', ([, one, other]) => {
  expect([isSameValue(one, other), isSameValue(other, one)]).toEqual([true, true]);
});

test.for([
  ['a list in another order', [1, 2], [2, 1]],
  ['a longer list', [1], [1, undefined]],
  ['a list and an object with its members', ['a'], { 0: 'a' }],
  ['null and nothing', null, undefined],
  ['null and an empty object', null, {}],
  ['a number and its text', 1, '1'],
  ['a member more', { a: 1 }, { a: 1, b: null }],
  ['a difference deep inside', { a: [{ b: { c: 1 } }] }, { a: [{ b: { c: 2 } }] }],
])('not the same: %s', ([, one, other]) => {
  expect([isSameValue(one, other), isSameValue(other, one)]).toEqual([false, false]);
});
