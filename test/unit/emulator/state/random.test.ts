import { expect, test } from 'vitest';

import { randomOf } from '../../../../emulator/state/random.ts';

test('the same seed and labels give the same stream', () => {
  const draws = (): number[] => {
    const random = randomOf(7, 'demand', 12, 20_530);
    return [random.float(), random.integer(1, 1_000), random.normal()];
  };

  expect(draws()).toEqual(draws());
});

test.each([
  ['another seed', randomOf(8, 'ab', 'c')],
  ['another label', randomOf(7, 'ab', 'd')],
  ['the same letters parted elsewhere', randomOf(7, 'a', 'bc')],
])('%s gives another stream', (_title, other) => {
  expect(other.float()).not.toBe(randomOf(7, 'ab', 'c').float());
});

test('draws of neighbouring labels are spread evenly', () => {
  const draws = Array.from({ length: 20_000 }, (_, index) => randomOf(7, 'day', index).float());

  const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
  const low = draws.filter((draw) => draw < 0.1).length / draws.length;
  expect(mean).toBeCloseTo(0.5, 1);
  expect(low).toBeCloseTo(0.1, 1);
});
