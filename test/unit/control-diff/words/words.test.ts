import fc from 'fast-check';
import { expect, test } from 'vitest';

import { describeDifference } from '../../../../shared/control-diff/words/describe-difference.ts';
import { describeEntry, describeValue } from '../../../../shared/control-diff/words/describe-value.ts';
import { clipped, filled, nameList } from '../../../../shared/control-diff/words/phrases.ts';

test.each([
  [[], 'nothing'],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
  [['a', 'b', 'c', 'd'], 'a, b, c and 1 more'],
  [['git push', ''], '“git push” and “”'],
])('%j is shown as %s', (names, words) => {
  expect(nameList(names)).toBe(words);
});

test.each([
  [undefined, 'not set'],
  [null, 'not set'],
  [true, 'on'],
  [false, 'off'],
  [0, '0'],
  ['', 'an empty text'],
  ['  ', 'an empty text'],
  ['text', 'text'],
  [[], 'an empty list'],
  [{}, 'an empty object'],
  [[1, 2], '2 entries'],
  [{ a: 1 }, '1 entry'],
  [{ $secret: 'literal', fingerprint: 'f1' }, 'a secret (hidden)'],
  [{ $secret: 'reference', fingerprint: 'f1' }, 'a reference to a secret'],
])('the value %j is shown as %s', (value, words) => {
  expect(describeValue(value)).toBe(words);
});

test('an entry of parts is shown by its first parts, secrets hidden', () => {
  expect(describeEntry({ source: { repo: 'acme/plugins', ref: 'v1' } })).toBe('ref v1, repo acme/plugins');
  expect(describeEntry({ token: { $secret: 'literal', fingerprint: 'f1' } })).toBe('token a secret (hidden)');
  expect(describeEntry({ a: 1, b: 2, c: 3, d: 4, e: 5 })).toBe('a 1, b 2, c 3, d 4 and 1 more');
});

test.each([
  [{}, 'an empty object'],
  [[], 'an empty list'],
  ['', 'an empty text'],
  [{ env: {}, hosts: [], ref: '' }, 'env an empty object, hosts an empty list, ref an empty text'],
  [{ env: { inner: {} } }, 'inner an empty object'],
])('an entry that is empty, or of which a part is, says so: %j', (entry, words) => {
  expect(describeEntry(entry)).toBe(words);
});

test.each([
  [undefined, {}, 'not set → an empty object'],
  [null, [], 'not set → an empty list'],
  [undefined, '', 'not set → an empty text'],
  [{}, [], 'an empty object → an empty list'],
  [{ a: {} }, {}, 'a an empty object → not set'],
  [[], [{}, []], '+ an empty object; + an empty list'],
  [undefined, { a: { b: {} } }, 'a b not set → an empty object'],
  [[], [{ hooks: {}, run: '' }], '+ hooks an empty object, run an empty text'],
  [undefined, { a: null }, 'not set → a not set'],
  [['a', 'b'], ['b', 'a'], 'the same in another order'],
  [{ hooks: [1, 2] }, { hooks: [2, 1] }, 'hooks the same in another order'],
])('a difference is never without words: %j → %j', (before, after, words) => {
  expect(describeDifference(before, after)).toBe(words);
});

test('a name is one line of bounded length, without the fingerprints of secrets', () => {
  const lengths = { cut: 0, whole: 0 };

  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
      const name = clipped(`${text}\n[secret:f1]`);

      const isCut = name.endsWith('…');
      lengths[isCut ? 'cut' : 'whole'] += 1;
      expect(isCut ? name.length : Math.min(name.length, 80)).toBe(isCut ? 81 : name.length);
      expect(name).not.toMatch(/[\n\r\t]|secret:f1/u);
      expect(name.isWellFormed()).toBe(true);
    }),
  );

  // Nothing was tried where no name is long enough to be cut.
  expect(lengths).toEqual({ cut: expect.toSatisfy((count: number) => count > 10), whole: expect.any(Number) });
  expect(clipped('x'.repeat(80))).toBe('x'.repeat(80));
  expect(clipped('x'.repeat(81))).toBe(`${'x'.repeat(80)}…`);
});

test('what is put into a text is not looked through for places', () => {
  expect(filled('{items} and {other}', { items: '{items} $& {other}' })).toBe('{items} $& {other} and {other}');
});
