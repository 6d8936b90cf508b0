import { expect, test } from 'vitest';

import type { DemandSummary, StoppedDay } from '../../../../shared/pools/demand/demand-history.ts';
import { daySizes } from '../../../../shared/pools/demand/estimate-demand.ts';

/** A user by the logarithms of days of work, each of weight 1. */
function worked(logs: readonly number[], stopped: readonly StoppedDay[] = []): DemandSummary {
  const sizes = {
    weight: logs.length,
    logs: logs.reduce((sum, log) => sum + log, 0),
    squares: logs.reduce((sum, log) => sum + log * log, 0),
  };
  return { days: [], workDays: [], sizes, stopped };
}

const same = (log: number, count: number) => Array.from({ length: count }, () => log);

// The figures are reckoned by hand from the formulas: a prior of three days of variance 0.8, and one and a half days of
// the organization's middle for each user.
test.for<[string, readonly DemandSummary[], readonly number[], number]>([
  ['nobody', [], [], 0.493_123_555],
  ['one user without days of work', [worked([])], [0], 0.493_123_555],
  ['one user', [worked([4, 6])], [5], 0.517_192_348],
  ['a user without days is a usual one', [worked([4, 6]), worked([])], [5, 5], 0.517_192_348],
  [
    'users are drawn towards their middle',
    [worked([4, 6]), worked([8])],
    [5.551_020_408, 6.971_428_571],
    0.554_316_637,
  ],
  ['days that are all alike leave some spread', [worked(same(5, 60))], [5], 0.25],
])('%s', ([, everybody, locations, spread]) => {
  const sizes = daySizes(everybody);

  expect(sizes.locations.length).toBe(locations.length);
  sizes.locations.forEach((middle, index) => expect(middle).toBeCloseTo(locations[index] ?? NaN, 8));
  expect(sizes.spread).toBeCloseTo(spread, 8);
});

// On average a logistic distribution of spread s goes on by s ln(1 + e^-x) (1 + e^x) beyond a bound x spreads above its middle.
test.for<[string, readonly DemandSummary[], readonly number[], number]>([
  ['a stopped day alone', [worked([], [{ log: 5, weight: 1 }])], [6.193_807_44], 0.428_480_754],
  [
    'stopped days of weights of their own, beside others',
    [worked([6, 6.5], [{ log: 5, weight: 1 }]), worked([7], [{ log: 8, weight: 0.5 }])],
    [6.510_733_252, 7.152_836_18],
    0.373_436_355,
  ],
  [
    'a day stopped very early, by no more than e³',
    [worked(same(10, 20), [{ log: 1, weight: 1 }])],
    [9.714_285_714],
    0.681_637_733,
  ],
])('counts as what it would have come to: %s', ([, everybody, locations, spread]) => {
  const sizes = daySizes(everybody);

  sizes.locations.forEach((middle, index) => expect(middle).toBeCloseTo(locations[index] ?? NaN, 7));
  expect(sizes.spread).toBeCloseTo(spread, 7);
});

test('a day stopped far above the middle goes on by the spread', () => {
  const { locations } = daySizes([worked(same(2, 50)), worked([], [{ log: 60, weight: 1 }])]);

  expect(locations.every(Number.isFinite)).toBe(true);
  expect(locations[1]).toBeGreaterThan(24);
});
