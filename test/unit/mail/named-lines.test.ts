import fc from 'fast-check';
import { expect, test } from 'vitest';

import { namedLines } from '../../../shared/mail/table-parts.ts';

const people = (count: number) => Array.from({ length: count }, (_, index) => `p${index}@x.example`);

test('of seven people none stands alone on the second line', () => {
  expect(namedLines(people(7)).map((line) => line.split(', ').length)).toEqual([4, 3]);
});

test('everybody is named once, six on a line at most, and lines differ by few', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 24 }), (count) => {
      const lines = namedLines(people(count)).map((line) => line.split(', '));

      expect(lines.flat()).toEqual(people(count));
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(6);
      expect(Math.min(...lines.map(({ length }) => length))).toBeGreaterThanOrEqual(Math.min(count, 3));
    }),
  );
});

test('those beyond 24 are counted, as are those that were left out before', () => {
  expect(namedLines(people(30)).at(-1)).toBe('and 6 more');
  expect(namedLines(people(3), 10)).toEqual([people(3).join(', '), 'and 7 more']);
  expect(namedLines([])).toEqual([]);
});
