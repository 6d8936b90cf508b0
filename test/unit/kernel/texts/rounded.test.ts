import fc from 'fast-check';
import { expect, test } from 'vitest';

import { rounded } from '../../../../shared/kernel/texts/amounts.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1k'],
  [14_077, '14.1k'],
  [999_900, '1M'],
  [1_254_999, '1.25M'],
  [66_000_000, '66M'],
  [2_241_455_711, '2.24G'],
])('%i credits are shown as %s', (credits, text) => {
  expect(rounded(credits)).toBe(text);
});

test('a rounded number is within half of a percent of the number, and never longer than six characters', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 900_000_000_000 }), (credits) => {
      const text = rounded(credits);
      const unit = { k: 1e3, M: 1e6, G: 1e9 }[text.at(-1) ?? ''] ?? 1;

      expect(Math.abs(Number.parseFloat(text) * unit - credits)).toBeLessThanOrEqual(credits * 0.005 + 1e-6);
      expect(text.length).toBeLessThanOrEqual(6);
    }),
  );
});
