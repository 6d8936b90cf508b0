import { expect, test } from 'vitest';

import { normalCdf, normalQuantile } from '../../../shared/forecast/statistics.ts';

test.each([
  [0, 0.5],
  [1, 0.841_344_746],
  [-1.959_963_985, 0.025],
  [3.5, 0.999_767_371],
])('the chance of at most %d deviations is %d', (z, chance) => {
  expect(normalCdf(z)).toBeCloseTo(chance, 6);
});

test.each([0.01, 0.1, 0.5, 0.9, 0.999])('the quantile of %d has that chance', (chance) => {
  expect(normalCdf(normalQuantile(chance))).toBeCloseTo(chance, 8);
});
