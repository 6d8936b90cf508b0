import { expect, test } from 'vitest';

import type { LedgerRow } from '../../../../shared/domain/ledger/ledger-day.ts';
import { RowOwners } from '../../../../shared/domain/ledger/row-owner.ts';

const known = [
  { userId: 'ann', email: 'Ann@x.example' },
  { userId: 'bob', email: 'b@x.example' },
  { userId: 'twin', email: 'b@x.example' },
  { userId: 'gone', email: 'g@x.example', goneSince: '2026-02-01' },
  { userId: 'nameless' },
];

type Row = Pick<LedgerRow, 'userId' | 'email'>;

function ownersOf(...days: readonly (readonly Row[])[]): ReadonlyMap<string, string> {
  const rowOwners = new RowOwners(known);
  days.forEach((rows) => rowOwners.see(rows));
  return rowOwners.owners();
}

test('where no row has an id of the roster, use belongs to the only user with its email', () => {
  const owners = ownersOf([
    { userId: 'stray', email: ' ann@X.example' },
    { userId: 'other', email: 'ANN@x.example' },
  ]);

  expect([...owners]).toEqual([
    ['stray', 'ann'],
    ['other', 'ann'],
  ]);
});

test.for(['ann', 'gone', 'nameless'])(
  'one row under the id %s of the roster, on any day, and every id is an account’s of its own',
  (userId) => {
    const stray = [{ userId: 'stray', email: 'ann@x.example' }];
    const ofRoster = [{ userId, email: null }];

    expect(ownersOf(ofRoster, stray).size).toBe(0);
    expect(ownersOf(stray, ofRoster).size).toBe(0);
  },
);

test('the last email that an id has with its use tells whose it is', () => {
  const row = (email: string | null): readonly Row[] => [{ userId: 'stray', email }];

  expect([...ownersOf(row('new@x.example'), row('ann@x.example'), row(null))]).toEqual([['stray', 'ann']]);
  expect([...ownersOf(row('ann@x.example'), row('new@x.example'))]).toEqual([]);
});

test.for([
  ['two users have', 'b@x.example'],
  ['only a user who is gone has', 'g@x.example'],
  ['nobody has', 'new@x.example'],
  ['is missing', null],
] as const)('use under an unknown id whose email %s stays under that id', ([, email]) => {
  expect([...ownersOf([{ userId: 'stray', email }])]).toEqual([]);
});

test('an id is kept in the text that the roster has', () => {
  const { textOf } = new RowOwners(known);

  expect(['ann', 'stray'].map(textOf)).toEqual(['ann', 'stray']);
});
