import fc from 'fast-check';
import { expect, test } from 'vitest';

import { splitInteger } from '../../../../../emulator/state/usage/split.ts';

const weights = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 30 });

test('the parts of a split are whole, not negative, and add up to the total', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), weights, (total, given) => {
      const parts = splitInteger(total, given);

      expect(parts.every((part) => Number.isInteger(part) && part >= 0)).toBe(true);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
    }),
  );
});

test('a part without weight gets nothing when another has some', () => {
  expect(splitInteger(10, [0, 1, 0])).toEqual([0, 10, 0]);
});
