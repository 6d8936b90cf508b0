import fc from 'fast-check';
import { expect, test } from 'vitest';

import { matchMembers } from '../../../shared/control-diff/compare/match-members.ts';
import type { JsonObject } from '../../../shared/controls/json.ts';

const member = fc.record(
  {
    id: fc.constantFrom('a', 'b'),
    model: fc.constantFrom('m', 'n'),
    index: fc.constantFrom(1, 2),
    displayName: fc.constantFrom('x', 'y'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;
const members = fc.array(member, { maxLength: 6 });

test('members with one id are one pair, whatever else they share', () => {
  const pairs = matchMembers(
    [
      { id: 'a', model: 'm' },
      { id: 'b', model: 'm' },
    ],
    [
      { id: 'b', model: 'n' },
      { id: 'c', model: 'm' },
    ],
  );

  expect(pairs).toEqual([
    { before: { id: 'b', model: 'm' }, after: { id: 'b', model: 'n' }, name: 'id=b' },
    { before: { id: 'a', model: 'm' }, after: undefined, name: 'id=a' },
    { before: undefined, after: { id: 'c', model: 'm' }, name: 'id=c' },
  ]);
});

test('one object that is in a list twice is two members', () => {
  const same = { id: 'a', displayName: 'x' };

  expect(matchMembers([same, same], [{ id: 'a', displayName: 'y' }])).toHaveLength(2);
});

test('the order of the lists is no difference', () => {
  fc.assert(
    fc.property(members, (list) => {
      expect(matchMembers(list, list.toReversed())).toEqual([]);
    }),
  );
});

test('no member is lost or named twice, and no two pairs share a name', () => {
  fc.assert(
    fc.property(members, members, (before, after) => {
      const pairs = matchMembers(before, after);

      const gone = pairs.filter((pair) => pair.before !== undefined).length;
      const come = pairs.filter((pair) => pair.after !== undefined).length;
      expect(before.length - gone).toBe(after.length - come);
      expect(gone).toBeLessThanOrEqual(before.length);
      expect(new Set(pairs.map(({ name }) => name)).size).toBe(pairs.length);
    }),
  );
});
