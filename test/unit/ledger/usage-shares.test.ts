import { expect, test } from 'vitest';

import { usageShares } from '../../../shared/ledger/usage-shares.ts';

test('who consumed most comes first, each with a part of the whole', () => {
  const shares = usageShares(
    new Map([
      ['ann', 25],
      ['bob', 60],
      ['cem', 15],
    ]),
    new Map([['bob', 'Bob@acme.example']]),
  );

  expect(shares).toStrictEqual([
    { userId: 'bob', email: 'Bob@acme.example', credits: 60, share: 0.6 },
    { userId: 'ann', credits: 25, share: 0.25 },
    { userId: 'cem', credits: 15, share: 0.15 },
  ]);
});

test('users who consumed the same are in the order of their ids', () => {
  const orderOf = (userIds: readonly string[]) =>
    usageShares(new Map(userIds.map((userId) => [userId, 5])), new Map()).map(({ userId }) => userId);

  expect(orderOf(['cem', 'ann', 'bob'])).toEqual(['ann', 'bob', 'cem']);
  expect(orderOf(['ann', 'bob', 'cem'])).toEqual(['ann', 'bob', 'cem']);
});

test('where nobody consumed anything, nobody has a part of it', () => {
  expect(usageShares(new Map([['ann', 0]]), new Map())).toEqual([{ userId: 'ann', credits: 0, share: 0 }]);
});
