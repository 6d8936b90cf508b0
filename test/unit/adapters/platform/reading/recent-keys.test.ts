import { expect, test } from 'vitest';

import { recentKeys } from '../../../../../shared/adapters/platform/reading/recent-keys.ts';

test('a key is seen again for at least the next hundred thousand, and is forgotten after twice as many', () => {
  const keys = recentKeys();
  keys.seenBefore('first');

  for (let index = 0; index < 100_000; index += 1) {
    keys.seenBefore(`key ${index}`);
  }
  const soon = keys.seenBefore('key 0');
  for (let index = 0; index < 200_000; index += 1) {
    keys.seenBefore(`later ${index}`);
  }
  const late = keys.seenBefore('first');

  expect(soon).toBe(true);
  expect(late).toBe(false);
});
