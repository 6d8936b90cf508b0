import { describe, expect, test } from 'vitest';

import type { Day } from '../../../shared/kernel/time/day.ts';
import type { LedgerRow } from '../../../shared/ledger/ledger-day.ts';
import { RowOwners } from '../../../shared/ledger/row-owner.ts';
import type { KnownUser } from '../../../shared/roster/person.ts';
import { partOf } from '../../support/part-of.ts';

const joined = { kind: 'joined', at: '2026-03-10T02:30:00.000Z' } as const;
const known: readonly KnownUser[] = [
  { userId: 'ann', email: 'Ann@x.example' },
  { userId: 'bob', email: 'b@x.example' },
  { userId: 'twin', email: 'b@x.example' },
  { userId: 'gone', email: 'g@x.example', goneSince: '2026-02-01' },
  { userId: 'heir', email: 'h@x.example', events: [joined] },
  { userId: 'nameless' },
  {
    userId: 'moved',
    email: 'now@x.example',
    events: [
      { kind: 'email-changed', at: joined.at, emailBefore: 'was@x.example' },
      { kind: 'email-changed', at: '2026-03-12T02:30:00.000Z', emailBefore: 'then@x.example' },
    ],
  },
  { userId: 'first', email: 'f@x.example', goneSince: '2026-02-01' },
  { userId: 'second', email: 'F@x.example', goneSince: '2026-03-10' },
  { userId: 'third', email: 'f@x.example', events: [joined] },
];

type Row = Pick<LedgerRow, 'userId' | 'email'>;

const ofRoster: Row = { userId: 'gone', email: null };

function seen(days: Readonly<Record<Day, readonly Row[]>>): RowOwners {
  const rowOwners = new RowOwners(known);
  Object.entries(days).forEach(([day, rows]) =>
    rowOwners.see(
      day,
      rows.map((row) => partOf(row)),
    ),
  );
  return rowOwners;
}

test('use under an id that the roster lacks belongs to the only user with its email, also where others have its ids', () => {
  const strays = [
    { userId: 'stray', email: ' ann@X.example' },
    { userId: 'other', email: 'ANN@x.example' },
  ];
  const owned = [
    ['stray', 'ann'],
    ['other', 'ann'],
  ];

  expect([...seen({ '2026-03-09': strays }).owners().users]).toEqual(owned);
  expect([...seen({ '2026-03-09': [...strays, ofRoster] }).owners().users]).toEqual(owned);
});

describe('use under such an id that ends before a reading showed the user with the address', () => {
  const strays = [{ userId: 'stray', email: 'h@x.example' }];

  test('is an account’s of its own where other rows have ids of the roster', () => {
    expect([...seen({ '2026-03-08': [ofRoster], '2026-03-09': strays }).owners().users]).toEqual([]);
    expect([...seen({ '2026-03-10': [...strays, ofRoster] }).owners().users]).toEqual([]);
  });

  test('is theirs where no row has an id of the roster', () => {
    expect([...seen({ '2026-03-09': strays }).owners().users]).toEqual([['stray', 'heir']]);
  });
});

describe('use under such an id with the email of a user who is gone, or has another by now,', () => {
  const gones = [{ userId: 'stray', email: 'G@x.example' }];
  const moveds = [{ userId: 'stray', email: 'was@x.example' }];
  const others = [{ userId: 'ann', email: null }];

  test('is theirs, where nobody else has it', () => {
    expect([...seen({ '2026-03-09': gones }).owners().users]).toEqual([['stray', 'gone']]);
    expect([...seen({ '2026-03-09': [...gones, ...others] }).owners().users]).toEqual([['stray', 'gone']]);
    expect([...seen({ '2026-03-09': moveds }).owners().users]).toEqual([['stray', 'moved']]);
  });

  test('is an account’s of its own where their own id has use too', () => {
    expect([...seen({ '2026-03-09': [...gones, ofRoster] }).owners().users]).toEqual([]);
  });

  test('is the last one’s of several, while it ends before a reading showed the next with it', () => {
    const strays = [{ userId: 'stray', email: 'f@x.example' }];

    expect([...seen({ '2026-03-09': strays }).owners().users]).toEqual([['stray', 'second']]);
    expect([...seen({ '2026-03-11': strays }).owners().users]).toEqual([['stray', 'third']]);
    expect([...seen({ '2026-03-09': strays }).owners().accounts]).toEqual([['stray', 'second']]);
    expect([...seen({ '2026-03-09': [...strays, ...others] }).owners().accounts]).toEqual([]);
  });
});

test('all use under such an id is the user’s once some of it is later than the reading that showed them', () => {
  const strays = [{ userId: 'stray', email: 'h@x.example' }];

  expect([...seen({ '2026-03-09': strays, '2026-03-11': [...strays, ofRoster] }).owners().users]).toEqual([
    ['stray', 'heir'],
  ]);
});

test('the last email that an id has with its use tells whose it is', () => {
  const row = (email: string | null): readonly Row[] => [{ userId: 'stray', email }];
  const days = ['2026-03-01', '2026-03-02', '2026-03-03'] as const;
  const owned = (...emails: readonly (string | null)[]) => [
    ...seen(Object.fromEntries(emails.map((email, index) => [days[index] ?? '', row(email)]))).owners().users,
  ];

  expect(owned('new@x.example', 'ann@x.example', null)).toEqual([['stray', 'ann']]);
  expect(owned('ann@x.example', 'new@x.example')).toEqual([]);
});

test.for([
  ['two users have', 'b@x.example'],
  ['nobody has', 'new@x.example'],
  ['is missing', null],
] as const)('use under an unknown id whose email %s stays under that id', ([, email]) => {
  expect([...seen({ '2026-03-01': [{ userId: 'stray', email }] }).owners().users]).toEqual([]);
});

describe('the platform counts use under such an id together with that of the user', () => {
  const strays = [{ userId: 'stray', email: 'ann@x.example' }];
  const later = [{ userId: 'stray', email: 'h@x.example' }];
  const together = (days: Readonly<Record<Day, readonly Row[]>>) => [...seen(days).owners().accounts];

  test('where no row has an id of the roster', () => {
    expect(together({ '2026-03-01': strays })).toEqual([['stray', 'ann']]);
    expect(together({ '2026-03-09': later, '2026-03-11': later })).toEqual([['stray', 'heir']]);
  });

  test('where other rows have ids of the roster and the user’s own id has none, since they were shown with the address', () => {
    expect(together({ '2026-03-01': [...strays, ofRoster] })).toEqual([['stray', 'ann']]);
    expect(together({ '2026-03-11': [...later, ofRoster] })).toEqual([['stray', 'heir']]);
  });

  test('and perhaps apart where some of it is from before that', () => {
    expect(together({ '2026-03-10': later, '2026-03-11': [...later, ofRoster] })).toEqual([]);
  });

  test('and perhaps apart where the user’s own id has use too', () => {
    const anns = [{ userId: 'ann', email: null }];

    expect(together({ '2026-03-01': strays, '2026-03-02': anns })).toEqual([]);
    expect([...seen({ '2026-03-01': strays, '2026-03-02': anns }).owners().users]).toEqual([['stray', 'ann']]);
  });
});

test('an id is kept in the text that the roster has', () => {
  const { textOf } = new RowOwners(known);

  expect(['ann', 'stray'].map(textOf)).toEqual(['ann', 'stray']);
});

describe('whose the use under such an id is cannot be told for sure', () => {
  const ids = { userId: 'stray' };
  const doubtful = (days: Readonly<Record<Day, readonly Row[]>>) => seen(days).owners().doubtful;
  const fs: readonly Row[] = [{ ...ids, email: 'F@x.example' }];

  test('where its email passed from user to user, through the day that showed it with the last of them', () => {
    const holderIds = ['first', 'second', 'third'];

    expect(doubtful({ '2026-03-08': fs })).toEqual([{ holderIds, through: '2026-03-08' }]);
    expect(doubtful({ '2026-03-08': fs, '2026-03-12': fs })).toEqual([{ holderIds, through: '2026-03-10' }]);
    expect(doubtful({ '2026-03-11': fs })).toEqual([]);
  });

  test('where it had the emails of two users', () => {
    const rows = (email: string) => [{ ...ids, email }];
    const both = { '2026-03-08': rows('ann@x.example'), '2026-03-12': rows('was@x.example') };

    const back = { ...both, '2026-03-14': rows('ann@x.example') };

    expect(doubtful(back)).toEqual([{ holderIds: ['moved', 'ann'], through: '2026-03-12' }]);
    expect(doubtful(both)).toEqual([{ holderIds: ['ann', 'moved'], through: '2026-03-12', isOfOthers: true }]);
    expect(doubtful({ '2026-03-08': rows('was@x.example'), '2026-03-12': rows('now@x.example') })).toEqual([]);
  });

  test('where two users have its email now, or nothing tells that it was theirs already', () => {
    const shared = [{ ...ids, email: 'b@x.example' }];
    const heirs = [{ ...ids, email: 'h@x.example' }, ofRoster];

    expect(doubtful({ '2026-03-01': shared })).toEqual([{ holderIds: ['bob', 'twin'], through: '2026-03-01' }]);
    expect(doubtful({ '2026-03-09': heirs })).toEqual([{ holderIds: ['heir'], through: '2026-03-09' }]);
    expect(doubtful({ '2026-03-09': heirs, '2026-03-12': heirs })).toEqual([]);
  });

  test('where it goes on under an email that its user was shown without', () => {
    const rows = [{ ...ids, email: 'was@x.example' }];

    expect(doubtful({ '2026-03-01': rows, '2026-03-10': rows })).toEqual([]);
    // A later change of the user's is none of that email.
    expect(doubtful({ '2026-03-01': rows, '2026-03-11': rows })).toEqual([
      { holderIds: ['moved'], through: '2026-03-11', isOfOthers: true },
    ]);
  });

  test('where it had a user’s email, and by now one that nobody has', () => {
    const days = {
      '2026-03-01': [{ ...ids, email: 'ann@x.example' }],
      '2026-03-02': [{ ...ids, email: 'new@x.example' }],
    };

    expect(doubtful(days)).toEqual([{ holderIds: ['ann'], through: '2026-03-02', isOfOthers: true }]);
  });

  test('where it has no email, and may be that of a user without one', () => {
    const rows = [{ ...ids, email: null }];
    const own = { userId: 'nameless', email: null };

    expect(doubtful({ '2026-03-01': rows, '2026-03-02': rows })).toEqual([
      { holderIds: ['nameless'], through: '2026-03-02' },
    ]);
    expect(doubtful({ '2026-03-01': rows, '2026-03-02': [{ ...ids, email: 'ann@x.example' }] })).toEqual([]);
    expect(doubtful({ '2026-03-01': [...rows, own] })).toEqual([]);
  });

  test('where one user’s email stood under several ids: all but the last may be of an account before', () => {
    const first = { userId: 'stray-1', email: 'ann@x.example' };
    const second = { userId: 'stray-2', email: 'ann@x.example' };

    expect(doubtful({ '2026-03-01': [first], '2026-03-02': [second], '2026-03-03': [second] })).toEqual([
      { holderIds: ['ann'], through: '2026-03-01' },
    ]);
    // Nothing tells which of both goes on.
    expect(doubtful({ '2026-03-01': [first, second] })).toHaveLength(2);
  });

  test('and it can where one user alone ever had its email, or nobody did, or the id is the roster’s', () => {
    expect(doubtful({ '2026-03-09': [{ ...ids, email: 'ann@x.example' }] })).toEqual([]);
    expect(doubtful({ '2026-03-09': [{ ...ids, email: 'g@x.example' }] })).toEqual([]);
    expect(doubtful({ '2026-03-09': [{ ...ids, email: 'new@x.example' }] })).toEqual([]);
    expect(doubtful({ '2026-03-09': [{ userId: 'third', email: 'f@x.example' }] })).toEqual([]);
  });
});
