import { expect, test } from 'vitest';

import { headroomFor, stopChance } from '../../../../shared/pools/demand/demand.ts';

const demand = { activeChance: 0.8, medianCredits: 1_000, spread: 0.5 };

test.for([
  [-5, 0.8],
  [0, 0.8],
  [1_000, 0.4],
  [2_000, 0.16],
] as const)('with %s credits left the chance of being stopped is %s', ([headroom, chance]) => {
  expect(stopChance(demand, headroom)).toBeCloseTo(chance, 12);
});

test.for([
  [0.9, 0],
  [0.8, 0],
  [0.4, 1_000],
  [0.16, 2_000],
] as const)('for a chance of %s of being stopped it takes %s credits', ([chance, headroom]) => {
  expect(headroomFor(demand, chance)).toBeCloseTo(headroom, 9);
});
