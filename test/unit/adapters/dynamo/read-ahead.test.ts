import { expect, it } from 'vitest';

import { readAhead } from '../../../../shared/kernel/store/batches.ts';

it('gives what is read in order, with no more reads on their way than were asked for', async () => {
  const begun: number[] = [];
  const open = new Set<number>();
  let openMax = 0;
  const read = async (item: number) => {
    begun.push(item);
    openMax = Math.max(openMax, open.add(item).size);
    // The later ones are quicker: order is kept by who reads, not by who answers.
    await new Promise((resolve) => setTimeout(resolve, 6 - item));
    open.delete(item);
    return item * 10;
  };
  const given: number[] = [];
  for await (const result of readAhead(2, [1, 2, 3, 4, 5], read)) {
    given.push(result);
  }
  expect({ given, begun }).toEqual({ given: [10, 20, 30, 40, 50], begun: [1, 2, 3, 4, 5] });
  expect(openMax).toBe(3);
});

it('raises a failed read at its turn, after what was read before it', async () => {
  const given: number[] = [];
  const all = async () => {
    for await (const result of readAhead(3, [1, 2, 3], async (item) =>
      item === 2 ? Promise.reject(new Error('broken')) : Promise.resolve(item),
    )) {
      given.push(result);
    }
  };
  await expect(all()).rejects.toThrow('broken');
  expect(given).toEqual([1]);
});

it('reads nothing where there is nothing, and everything where few are left', async () => {
  const results = async (items: readonly number[]) =>
    Array.fromAsync(readAhead(4, items, async (item) => Promise.resolve(item)));
  expect(await results([])).toEqual([]);
  expect(await results([7])).toEqual([7]);
});
