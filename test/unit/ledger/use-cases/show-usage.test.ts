import { expect, test } from 'vitest';

import { memoryLedgerStore, memoryUserStore } from '../../../../shared/enforcement/memory-store.ts';
import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import { showUsage } from '../../../../shared/ledger/use-cases.ts';
import { memoryTeamStore } from '../../../../shared/teams/memory-store.ts';
import type { Team } from '../../../../shared/teams/team.ts';
import { aLedgerDay } from '../../../support/domain-samples.ts';
import { partOf } from '../../../support/part-of.ts';

async function someLedger() {
  const [users, ledger] = [memoryUserStore(), memoryLedgerStore()];
  await users.put([
    { userId: 'ann', email: 'Ann@acme.example' },
    { userId: 'bob', email: 'bob@acme.example' },
  ]);
  await ledger.putDay(aLedgerDay({ day: '2026-03-01' }));
  await ledger.putDay(aLedgerDay({ day: '2026-03-02', status: 'suspect' }));
  await ledger.putRows('2026-03-01', [
    { userId: 'ann', credits: 30, email: null },
    { userId: 'former-ann', credits: 20, email: 'ann@acme.example ' },
    { userId: 'stray', credits: 50, email: 'stray@acme.example' },
  ]);
  await ledger.putRows('2026-03-02', [{ userId: 'ann', credits: 100, email: null }]);
  return { users, ledger, teams: memoryTeamStore(memoryJournal()) };
}

const range = { from: '2026-03-01', through: '2026-03-03' };

test('use adds up by user, whatever id the report knows them under, and nobody is left out', async () => {
  const outcome = await showUsage(await someLedger(), { range });

  expect(outcome).toMatchObject({
    totalCredits: 200,
    dataThrough: '2026-03-01',
    users: [
      { userId: 'ann', email: 'Ann@acme.example', credits: 150, share: 0.75 },
      { userId: 'stray', email: 'stray@acme.example', credits: 50, share: 0.25 },
      { userId: 'bob', credits: 0, share: 0 },
    ],
  });
});

test('one user is shown by day, with suspect and missing days marked', async () => {
  const outcome = await showUsage(await someLedger(), { range, email: ' ANN@acme.example' });

  expect(outcome).toMatchObject({
    users: [{ userId: 'ann', credits: 150 }],
    days: [
      { day: '2026-03-01', status: 'complete', credits: 50 },
      { day: '2026-03-02', status: 'suspect', credits: 100 },
      { day: '2026-03-03', status: 'missing', credits: 0 },
    ],
  });
});

test('of an email that nobody has, those that were perhaps meant are named', async () => {
  const outcome = await showUsage(await someLedger(), { range, email: 'anne@acme.example' });

  expect(outcome).toEqual({ kind: 'nobody', near: ['Ann@acme.example'] });
});

test('by team adds up the members, and names what belongs to no team', async () => {
  const tables = await someLedger();
  const stamp = { version: 1, updatedBy: 'ada', updatedAt: '2026-03-01T00:00:00.000Z' };
  const web: Team = { name: 'web', position: 1, members: [{ kind: 'email', email: 'ann@acme.example' }], ...stamp };
  const teams = { list: async () => Promise.resolve({ teams: [web], invalid: [] }) };

  expect(await showUsage({ ...tables, teams: partOf(teams) }, { range, by: 'team' })).toMatchObject({
    groups: [
      { name: 'web', credits: 150, share: 0.75 },
      { name: undefined, credits: 50, share: 0.25 },
    ],
  });
});

test('by model shows what the platform named, and the rest without a name', async () => {
  const tables = await someLedger();
  const models = [
    { model: 'large', credits: 60 },
    { model: 'small', credits: 30 },
  ];
  await tables.ledger.putDay(aLedgerDay({ day: '2026-03-01', models }));

  expect(await showUsage(tables, { range, by: 'model' })).toMatchObject({
    totalCredits: 200,
    groups: [
      { name: undefined, credits: 110 },
      { name: 'large', credits: 60 },
      { name: 'small', credits: 30 },
    ],
  });
});

test('by day has every day of the range in its order', async () => {
  expect(await showUsage(await someLedger(), { range, by: 'day' })).toMatchObject({
    groups: [
      { name: '2026-03-01', credits: 100 },
      { name: '2026-03-02', credits: 100 },
      { name: '2026-03-03', credits: 0 },
    ],
  });
});

test('the document of everybody shows the days that are not complete, and null for what is not known', async () => {
  const tables = await someLedger();
  await tables.ledger.putRows('2026-03-02', [
    { userId: 'ann', credits: 0, email: null },
    { userId: 'nobody', credits: 100, email: null },
  ]);
  await tables.users.put([{ userId: 'gone', email: 'gone@acme.example', goneSince: '2026-02-01' }, { userId: 'svc' }]);

  const outcome = await showUsage(tables, { range });

  expect(outcome.kind === 'shown' && outcome.document).toEqual({
    from: '2026-03-01',
    through: '2026-03-03',
    dataThrough: '2026-03-01',
    total: 200,
    cost: null,
    by: 'user',
    groups: [],
    users: [
      { email: null, userId: 'nobody', credits: 100, cost: null, share: 0.5 },
      { email: 'Ann@acme.example', userId: 'ann', credits: 50, cost: null, share: 0.25 },
      { email: 'stray@acme.example', userId: 'stray', credits: 50, cost: null, share: 0.25 },
      { email: 'bob@acme.example', userId: 'bob', credits: 0, cost: null, share: 0 },
      { email: null, userId: 'svc', credits: 0, cost: null, share: 0 },
    ],
    days: [
      { day: '2026-03-02', status: 'suspect', credits: 100, cost: null },
      { day: '2026-03-03', status: 'missing', credits: 0, cost: null },
    ],
  });
});

test('the document of one user, who may be named by the id, shows every day', async () => {
  const outcome = await showUsage(await someLedger(), { range, email: ' stray ' });

  expect(outcome.kind === 'shown' && outcome.document.days).toHaveLength(3);
  expect(outcome).toMatchObject({ users: [{ userId: 'stray' }] });
});

test('of a range before there were analytics nothing is known', async () => {
  const outcome = await showUsage(await someLedger(), {
    range: { from: '2025-01-01', through: '2025-01-02' },
    by: 'day',
  });

  expect(outcome).toMatchObject({ days: [], totalCredits: 0, dataThrough: undefined, groups: [] });
  expect(outcome.kind === 'shown' && outcome.document.dataThrough).toBeNull();
});

test('one day is a range', async () => {
  const outcome = await showUsage(await someLedger(), { range: { from: '2026-03-01', through: '2026-03-01' } });

  expect(outcome).toMatchObject({ totalCredits: 100, dataThrough: '2026-03-01' });
});

test('parts of nothing have no share, parts of one size are in the order of their names, and a whole that is named has no rest', async () => {
  const tables = await someLedger();
  const byModel = async (models: readonly { readonly model: string; readonly credits: number }[]) => {
    await tables.ledger.putDay(aLedgerDay({ day: '2026-03-01', models }));
    const outcome = await showUsage(tables, { range: { from: '2026-03-01', through: '2026-03-01' }, by: 'model' });
    return outcome.kind === 'shown' ? outcome.document.groups : [];
  };

  expect(
    await byModel([
      { model: 'b', credits: 25 },
      { model: 'a', credits: 25 },
    ]),
  ).toEqual([
    { name: null, credits: 50, cost: null, share: 0.5 },
    { name: 'a', credits: 25, cost: null, share: 0.25 },
    { name: 'b', credits: 25, cost: null, share: 0.25 },
  ]);
  expect(await byModel([{ model: 'a', credits: 100 }])).toEqual([{ name: 'a', credits: 100, cost: null, share: 1 }]);
  const none = ['ann', 'former-ann', 'stray'].map((userId) => ({ userId, credits: 0, email: null }));
  await tables.ledger.putRows('2026-03-01', none);
  expect(await byModel([{ model: 'a', credits: 0 }])).toEqual([{ name: 'a', credits: 0, cost: null, share: 0 }]);
});

test('what use cost is the sum of its days, each at its price, for everybody, each user and each part', async () => {
  const tables = await someLedger();
  await tables.ledger.putRows('2026-03-02', [{ userId: 'ann', credits: 1_000_000, email: null }]);
  await tables.ledger.putDay(aLedgerDay({ day: '2026-03-01', models: [{ model: 'a', credits: 50 }] }));
  const prices = [
    { from: '2026-01-01', amount: '10', currency: 'EUR' },
    { from: '2026-03-02', amount: '20', currency: 'EUR' },
  ];
  const shown = async (by: 'user' | 'model') => {
    const outcome = await showUsage(tables, { range, by, prices });
    return outcome.kind === 'shown' ? outcome.document : undefined;
  };

  const byUser = await shown('user');
  const euros = (amount: string) => [{ amount, currency: 'EUR' }];

  // 100 credits on the first day at 10 a million, and a million on the second at 20.
  expect(byUser?.cost).toEqual(euros('20.001'));
  expect(byUser?.users.find(({ userId }) => userId === 'ann')?.cost).toEqual(euros('20.0005'));
  expect((await shown('model'))?.groups.map(({ name, cost }) => [name, cost])).toEqual([
    [null, euros('20.0005')],
    ['a', euros('0.0005')],
  ]);
});
