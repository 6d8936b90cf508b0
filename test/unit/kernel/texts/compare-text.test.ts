import { expect, test } from 'vitest';

import { compareText, sortedBy } from '../../../../shared/kernel/texts/compare-text.ts';

test('texts compare by code unit, as keys of a table do', () => {
  expect([compareText('a', 'b'), compareText('b', 'a'), compareText('a', 'a')]).toEqual([-1, 1, 0]);
  expect(compareText('B', 'a')).toBe(-1);
});

test('items are sorted by a text of theirs, and equal ones stay in their order', () => {
  const items = [
    ['b', 1],
    ['a', 2],
    ['b', 3],
  ] as const;

  expect(sortedBy(items, ([text]) => text).map(([, number]) => number)).toEqual([2, 1, 3]);
});
