import { expect, test } from 'vitest';

import { keptForATime } from '../../../../shared/hook/use-cases/report-event.ts';

test('a value is read once for a time, a reading that failed is made again, and the oldest make room', async () => {
  const clock = { ms: 0, now: () => clock.ms };
  const reads: string[] = [];
  const read = keptForATime({ clock, keptMs: 10, countMax: 2 }, async (key) => {
    reads.push(key);
    return key === 'bad' && reads.length === 1 ? Promise.reject(new Error('away')) : Promise.resolve(key);
  });

  await expect(read('bad')).rejects.toThrow('away');
  await Promise.all([read('bad'), read('bad')]);
  clock.ms = 10;
  await read('bad');
  await read('b');
  await read('c');
  await read('bad');

  expect(reads).toEqual(['bad', 'bad', 'bad', 'b', 'c', 'bad']);
});

test('as many are kept as may be, and the one that was read first goes first, also when it was read again since', async () => {
  const clock = { ms: 0, now: () => clock.ms };
  const reads: string[] = [];
  const read = keptForATime({ clock, keptMs: 10, countMax: 2 }, async (key) => {
    reads.push(key);
    return key;
  });
  await read('a');
  clock.ms = 5;
  await read('b');
  await read('a');
  clock.ms = 12;
  await read('a');
  await read('c');

  await read('a');

  expect(reads).toEqual(['a', 'b', 'a', 'c']);
});
