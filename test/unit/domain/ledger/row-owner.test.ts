import { expect, test } from 'vitest';

import { rowOwners } from '../../../../shared/domain/ledger/row-owner.ts';

const ownerOf = rowOwners([
  { userId: 'ann', email: 'Ann@x.example' },
  { userId: 'bob', email: 'b@x.example' },
  { userId: 'twin', email: 'b@x.example' },
  { userId: 'gone', email: 'g@x.example', goneSince: '2026-02-01' },
  { userId: 'nameless' },
]);

test('a row under an id of the roster belongs to that user, whatever its email', () => {
  expect(ownerOf({ userId: 'bob', email: 'ann@x.example' })).toBe('bob');
  expect(ownerOf({ userId: 'gone', email: 'ann@x.example' })).toBe('gone');
});

test('a row under an unknown id belongs to the only user with its email', () => {
  expect(ownerOf({ userId: 'stray', email: ' ann@X.example' })).toBe('ann');
});

test.for([
  ['two users have', 'b@x.example'],
  ['only a user who is gone has', 'g@x.example'],
  ['nobody has', 'new@x.example'],
  ['is missing', null],
] as const)('a row under an unknown id whose email %s stays under that id', ([, email]) => {
  expect(ownerOf({ userId: 'stray', email })).toBe('stray');
});
