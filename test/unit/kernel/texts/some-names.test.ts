import { expect, test } from 'vitest';

import { someNames } from '../../../../shared/kernel/texts/some-names.ts';

test('five names are shown, and of more the first five and how many more', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

  expect(someNames(names.slice(0, 5))).toBe('a, b, c, d, e');
  expect(someNames(names)).toBe('a, b, c, d, e and 2 more');
});
