import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  countIn,
  describeRanges,
  rangesOf,
  withoutRanges,
  type NumberRange,
  mergedRanges,
} from '../../../../shared/controls/history/number-range.ts';

const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 30 });

test('ranges hold the numbers that they were made of, each once, in the fewest pieces', () => {
  fc.assert(
    fc.property(numbers, (given) => {
      const ranges = rangesOf(given);

      expect([...numbersIn(ranges)]).toEqual(given.toSorted((a, b) => a - b));
      expect(countIn(ranges)).toBe(given.length);
      expect(ranges.every(({ from }, index) => index === 0 || from > (ranges[index - 1]?.through ?? 0) + 1)).toBe(true);
    }),
  );
});

test('what is left of a range without others is what is in the one and in none of the others', () => {
  fc.assert(
    fc.property(numbers, fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 }), (taken, from, length) => {
      const left = withoutRanges({ from, through: from + length }, rangesOf(taken));

      const expected = Array.from({ length: length + 1 }, (_, index) => from + index).filter(
        (number) => !taken.includes(number),
      );
      expect([...numbersIn(left)]).toEqual(expected);
    }),
  );
});

test('ranges that overlap or touch are merged', () => {
  const merged = mergedRanges([
    { from: 7, through: 9 },
    { from: 1, through: 3 },
    { from: 4, through: 4 },
    { from: 2, through: 2 },
  ]);

  expect(merged).toEqual([
    { from: 1, through: 4 },
    { from: 7, through: 9 },
  ]);
});

test('ranges are named, and many of them counted', () => {
  const few = describeRanges(rangesOf([3, 5, 6, 7]));
  const many = describeRanges(rangesOf([1, 3, 5, 7, 9, 11, 13]), 2);

  expect([few, many]).toEqual(['3, 5–7', '1, 3 and 5 more']);
});

/** Every number of the ranges, ascending as they are. */
function* numbersIn(ranges: readonly NumberRange[]): Generator<number> {
  for (const { from, through } of ranges) {
    for (let number = from; number <= through; number += 1) {
      yield number;
    }
  }
}
