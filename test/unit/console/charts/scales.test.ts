import fc from 'fast-check';
import { expect, test } from 'vitest';

import { csvOf } from '../../../../console/parts/charts/figures.ts';
import {
  bandPath,
  linePath,
  namedDays,
  stepPath,
  strengthOf,
  ticksTo,
} from '../../../../console/parts/charts/scales.ts';
import { partOf } from '../../../support/part-of.ts';

const plot = { left: 0, right: 40, top: 0, bottom: 100, days: 4, most: 100 };

test('an axis goes from 0 to a round value that holds everything, in few steps', () => {
  expect(ticksTo(110_000_000)).toEqual([0, 25_000_000, 50_000_000, 75_000_000, 100_000_000, 125_000_000]);
  expect(ticksTo(0)).toEqual([0, 1]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e15 }), (most) => {
      const ticks = ticksTo(most);

      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
      expect(ticks.length).toBeLessThanOrEqual(7);
      expect(ticks.every(Number.isSafeInteger)).toBe(true);
    }),
  );
});

test('a line has no point where a value is unknown, and begins anew behind it', () => {
  expect(linePath(plot, [0, 50, null, 100])).toBe('M5,100L15,50M35,0');
  expect(stepPath(plot, [50, 50, null, 200])).toBe('M0,50L10,50L10,50L20,50');
  expect(bandPath(plot, [null, 10, 20, 30], [null, 10, 40, 60])).toBe('M15,90L25,60L35,40L35,70L25,80L15,90Z');
});

test('as many days are named as there is room for', () => {
  expect(namedDays(7, 700, 50)).toHaveLength(7);
  expect(namedDays(31, 300, 50)).toEqual([0, 7, 14, 21, 28]);
});

test('strength grows with the square, so that a burst leaves the others apart, and only nothing is 0', () => {
  expect([0, 1, 4, 5, 16, 17, 36, 64, 65, 100].map((value) => strengthOf(value, 100))).toEqual([
    0, 1, 1, 2, 2, 3, 3, 4, 5, 5,
  ]);
});

test('figures are saved as CSV that a spreadsheet reads as text and numbers, and runs nothing of', () => {
  const rows = [
    ['2026-11-01', 1_000, null],
    ['=cmd(), "x"', 0, 5],
  ] as const;

  expect(csvOf(partOf({ columns: ['Day', 'Used', 'Left'], rows }))).toBe(
    'Day,Used,Left\r\n2026-11-01,1000,\r\n"\'=cmd(), ""x""",0,5\r\n',
  );
});
