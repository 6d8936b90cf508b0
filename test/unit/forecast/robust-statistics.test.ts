import { expect, test } from 'vitest';

import { medianOf, quantileOf, robustDeviationOf } from '../../../shared/forecast/statistics.ts';

test('a quantile lies between its neighbours in proportion', () => {
  expect(quantileOf([4, 1, 3, 2], 0.5)).toBe(2.5);
  expect(quantileOf([10, 20, 30], 0.9)).toBeCloseTo(28);
  expect(medianOf([7])).toBe(7);
});

test('an outlier does not move the robust deviation', () => {
  expect(robustDeviationOf([1, 2, 3, 4, 1_000_000])).toBe(robustDeviationOf([1, 2, 3, 4, 5]));
});
