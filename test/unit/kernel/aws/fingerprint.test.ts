import fc from 'fast-check';
import { expect, test } from 'vitest';

import { secretFingerprint } from '../../../../shared/kernel/aws/fingerprint.ts';

const key = 'k'.repeat(32);

test('a fingerprint is 12 hexadecimal characters, the same for the same secret', () => {
  const fingerprint = secretFingerprint(key);

  const [one, again] = [fingerprint('hunter2'), fingerprint('hunter2')];

  expect(one).toMatch(/^[0-9a-f]{12}$/);
  expect(again).toBe(one);
});

test('another key gives another fingerprint', () => {
  const one = secretFingerprint(key)('hunter2');
  const other = secretFingerprint('j'.repeat(32))('hunter2');

  expect(other).not.toBe(one);
});

test('secrets that differ have fingerprints that differ', () => {
  const fingerprint = secretFingerprint(key);

  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
      fc.pre(one !== other);

      expect(fingerprint(one)).not.toBe(fingerprint(other));
    }),
  );
});

test('a key that could be guessed is refused without being shown', () => {
  expect(() => secretFingerprint('short')).toThrow('at least 32');
});
