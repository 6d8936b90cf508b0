import { expect, test } from 'vitest';

import { keptWith } from '../../../shared/kernel/kept-with.ts';

test('a value is made once for an object, and again for an equal other one', () => {
  let made = 0;
  const lengthOf = keptWith((names: readonly string[]) => {
    made += 1;
    return names.length;
  });
  const names = ['ada', 'grace'];

  const lengths = [lengthOf(names), lengthOf(names), lengthOf(['ada', 'grace'])];

  expect(lengths).toEqual([2, 2, 2]);
  expect(made).toBe(2);
});

test('a value of undefined is kept too', () => {
  let made = 0;
  const nothingOf = keptWith((_key: object) => {
    made += 1;
  });
  const key = {};

  nothingOf(key);
  nothingOf(key);

  expect(made).toBe(1);
});
