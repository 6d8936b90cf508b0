import { expect, test } from 'vitest';

import { recentValues } from '../../../shared/kernel/recent-values.ts';

test('a value is kept for at least as many keys as asked for, and is forgotten after twice as many', () => {
  const values = recentValues<number>(1_000);
  const setMany = (name: string, count: number) => {
    for (let index = 0; index < count; index += 1) {
      values.set(`${name} ${index}`, index);
    }
  };

  setMany('key', 1_000);
  expect([values.get('key 0'), values.get('key 999')]).toEqual([0, 999]);

  setMany('later', 2_000);
  expect([values.get('key 0'), values.get('key 999'), values.get('later 1999')]).toEqual([undefined, undefined, 1_999]);
});

test('a value that is set again is kept again', () => {
  const values = recentValues<string>(2);

  for (const other of ['a', 'b', 'c', 'd', 'e']) {
    values.set(other, other);
    values.set('often', 'kept');
  }

  expect(values.get('often')).toBe('kept');
});
