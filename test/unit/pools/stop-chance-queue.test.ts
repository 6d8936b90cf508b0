import fc from 'fast-check';
import { expect, test } from 'vitest';

import { StopChanceQueue } from '../../../shared/pools/stop-chance-queue.ts';

function taken(queue: StopChanceQueue): readonly number[] {
  const indexes: number[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    indexes.push(next.index);
  }
  return indexes;
}

test('the largest chance comes first, and of equal ones the lowest index', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 }), (chances) => {
      const queue = new StopChanceQueue();
      chances.forEach((chance, index) => queue.add({ index, chance }));

      const expected = chances.map((chance, index) => ({ chance, index })).toSorted((a, b) => b.chance - a.chance);
      expect(taken(queue)).toEqual(expected.map(({ index }) => index));
    }),
  );
});

test('what is added later takes its place among those that wait', () => {
  const queue = new StopChanceQueue();
  [3, 1, 2].forEach((chance, index) => queue.add({ index, chance }));

  const first = queue.take();
  queue.add({ index: 7, chance: 1.5 });

  expect(first?.index).toBe(0);
  expect(taken(queue)).toEqual([2, 7, 1]);
});

test('an empty queue gives nothing', () => {
  expect(new StopChanceQueue().take()).toBeUndefined();
});
