import { expect, test } from 'vitest';

import { memoryBudgetStore } from '../../../../../shared/budgets/memory-store.ts';
import { memoryGrantStore } from '../../../../../shared/grants/memory-store.ts';
import { addGrant, endTopUp } from '../../../../../shared/grants/use-cases.ts';
import { memoryJournal } from '../../../../../shared/journal/store/memory-journal.ts';
import { adoptEdit, type EditableRow } from '../../../../../shared/kernel/records/use-cases/adopt-edits.ts';
import { editRecord } from '../../../../../shared/kernel/records/use-cases/edit-record.ts';
import { memoryTeamStore } from '../../../../../shared/teams/memory-store.ts';
import { teamKind } from '../../../../../shared/teams/team.ts';
import { aTopUp } from '../../../../support/grants.ts';
import { rules } from '../../../../support/teams.ts';

const at = '2026-03-15T10:00:00.000Z';
const ada = { name: 'ada', at };
const team = { table: 'teams', name: 'web' } as const;
const topUp = { table: 'grants', kind: 'top-up', id: 't-1' } as const;

function someTables() {
  const journal = memoryJournal();
  const [budgets, teams, grants] = [memoryBudgetStore(journal), memoryTeamStore(journal), memoryGrantStore(journal)];
  let count = 0;
  return {
    budgets,
    teams,
    grants,
    adopt: async (row: EditableRow) => adoptEdit({ budgets, teams, grants }, row, at),
    ids: { next: () => `t-${(count += 1)}` },
    entries: async () => journal.list({ from: '2026-03-15', through: '2026-03-15' }, 100),
  };
}

test('what Curfew wrote itself is no direct edit, of a team or of a top-up, once it is ended too', async () => {
  const { teams, grants, adopt, ids, entries } = someTables();
  const after = { name: 'web', members: rules('a@x.example'), position: 1 };
  await editRecord({ kind: teamKind, store: teams, ids }, { kind: 'add', after }, { ...ada, way: 'command' });
  const { kind, scope, credits, from, to, reason } = aTopUp({});
  const made = await addGrant({ grants, ids }, { kind, scope, credits, from, to, reason }, ada);
  await endTopUp({ grants, ids }, made.id, ada);

  expect([await adopt(team), await adopt({ ...topUp, id: made.id })]).toEqual(['own', 'own']);
  expect(await entries()).toHaveLength(3);
});

test('a team that was written, changed and removed directly has a version each, by nobody known, with before and after', async () => {
  const { teams, adopt, entries } = someTables();
  teams.writeByHand({ name: 'web', members: ['a@x.example'], position: 1 });
  const first = [await adopt(team), await adopt(team)];
  teams.writeByHand({ name: 'web', members: ['b@x.example'], position: 1, version: 1, updatedBy: 'cfo' });
  const second = [await adopt(team), await adopt(team)];
  const [listed] = (await teams.list()).teams;
  teams.removeByHand({ name: 'web' });
  const third = [await adopt(team), await adopt(team)];

  expect([first, second, third]).toEqual([1, 2, 3].map(() => ['adopted', 'own']));
  expect(listed).toMatchObject({ members: rules('b@x.example'), version: 2, updatedBy: 'unknown' });
  const told = (await entries()).map(({ actor, kind, subject, detail }) => ({ actor, kind, subject, ...detail }));
  expect(told).toMatchObject([
    { actor: 'unknown', kind: 'team-changed', way: 'direct-edit', before: null, after: { version: 1 } },
    { subject: 'team:web', before: { members: ['a@x.example'] }, after: { members: ['b@x.example'], version: 2 } },
    { before: { version: 2 }, after: null },
  ]);
});

test('a top-up that was written, raised and removed directly is by nobody known, whatever author the row claims', async () => {
  const { grants, adopt, entries } = someTables();
  const row = { kind: 'top-up', id: 't-1', scope: 'user:ann@acme.example', credits: 5, reason: 'x', version: 1 };
  const days = { from: '2026-03-01', to: '2026-03-31', createdAt: at };
  grants.writeByHand({ ...row, ...days, createdBy: 'cfo' });
  const first = [await adopt(topUp), await adopt(topUp)];
  const [given] = (await grants.list()).grants;
  grants.writeByHand({ ...row, ...days, credits: 9_000, createdBy: 'unknown', version: 2 });
  const second = [await adopt(topUp), await adopt(topUp)];
  grants.removeByHand(topUp);
  const third = [await adopt(topUp), await adopt(topUp)];

  expect([first, second, third]).toEqual([1, 2, 3].map(() => ['adopted', 'own']));
  expect(given).toMatchObject({ createdBy: 'unknown', version: 2 });
  expect(await entries()).toMatchObject([
    { actor: 'unknown', kind: 'top-up-changed', detail: { grant: 't-1', before: null, after: { credits: 5 } } },
    { subject: 'user:ann@acme.example', detail: { before: { credits: 5 }, after: { credits: 9_000, version: 3 } } },
    { detail: { way: 'direct-edit', before: { credits: 9_000 }, after: null } },
  ]);
});

test('a row that cannot be read is left as it is', async () => {
  const { teams, grants, adopt, entries } = someTables();
  teams.writeByHand({ name: 'web', members: 'everybody' });
  grants.writeByHand({ kind: 'top-up', id: 't-1', credits: -5 });

  expect([await adopt(team), await adopt(topUp)]).toEqual(['invalid', 'invalid']);
  expect(await entries()).toEqual([]);
});

const budget = { table: 'budgets', scope: 'default', window: 'month' } as const;
const budgetRow = { scope: 'default', window: 'month', amount: 10, mode: 'enforce', thresholds: [80] };

test('a budget that was written, changed and removed directly has a version each, by nobody known', async () => {
  const { budgets, adopt, entries } = someTables();
  budgets.writeByHand(budgetRow);
  const first = [await adopt(budget), await adopt(budget)];
  budgets.writeByHand({ ...budgetRow, amount: 20, version: 1, updatedBy: 'cfo' });
  const second = [await adopt(budget), await adopt(budget)];
  budgets.removeByHand(budget);
  const third = [await adopt(budget), await adopt(budget)];

  expect([first, second, third]).toEqual([1, 2, 3].map(() => ['adopted', 'own']));
  expect(await entries()).toMatchObject([
    { id: expect.stringMatching(/version-1$/u), actor: 'unknown', kind: 'budget-changed', detail: { before: null } },
    { id: expect.stringMatching(/version-2$/u), detail: { before: { amount: 10 }, after: { amount: 20, version: 2 } } },
    { id: expect.stringMatching(/version-3$/u), detail: { before: { amount: 20, version: 2 }, after: null } },
  ]);
});

test.for([
  ['is not one', {}, budget],
  ['is of no scope', { scope: 'team:' }, { ...budget, scope: 'team:' }],
  ['is of no window', { window: 'decade' }, { ...budget, window: 'decade' }],
] as const)('a row of budgets that %s is left as it is', async ([, odd, row]) => {
  const { budgets, adopt, entries } = someTables();
  budgets.writeByHand({ ...budgetRow, amount: -1, ...odd });
  const written = await adopt(row);
  budgets.removeByHand(row);

  expect(written).toBe('invalid');
  expect(await adopt(row)).toBe(row === budget ? 'own' : 'invalid');
  expect(await entries()).toEqual([]);
});

test('an exemption that was written directly is journaled with whom it exempts, and its end', async () => {
  const { grants, adopt, entries } = someTables();
  const row = { kind: 'exemption', id: 'e-1', email: 'ann@acme.example', until: '2026-03-31', reason: 'x' };
  grants.writeByHand({ ...row, createdAt: at, createdBy: 'cfo', version: 1 });
  await adopt({ table: 'grants', kind: 'exemption', id: 'e-1' });
  grants.writeByHand({ ...row, createdAt: at, createdBy: 'unknown', version: 2, endedAt: at });
  await adopt({ table: 'grants', kind: 'exemption', id: 'e-1' });

  const [first, second] = await entries();
  expect(first).toMatchObject({ id: 'exemption/e-1/version-2', at, kind: 'exemption-changed', actor: 'unknown' });
  expect(first?.subject).toBe('user:ann@acme.example');
  expect(first?.detail).toMatchObject({ grant: 'e-1', way: 'direct-edit', before: null });
  expect(first?.detail?.['after']).toStrictEqual({
    email: 'ann@acme.example',
    until: '2026-03-31',
    reason: 'x',
    createdBy: 'unknown',
    createdAt: at,
    version: 2,
  });
  expect(second?.detail).toMatchObject({ before: { version: 2 }, after: { endedAt: at, version: 3 } });
});

test('a direct edit of what Curfew granted leaves the author who granted it', async () => {
  const { grants, adopt, ids } = someTables();
  const { kind, scope, credits, from, to, reason } = aTopUp({});
  const made = await addGrant({ grants, ids }, { kind, scope, credits, from, to, reason }, ada);
  const stored = { id: made.id, scope: 'user:ann@acme.example', from, to, reason, createdAt: made.createdAt };
  grants.writeByHand({ kind, ...stored, credits: 9_000, createdBy: 'cfo', version: 1 });

  expect(await adopt({ ...topUp, id: made.id })).toBe('adopted');
  expect((await grants.list()).grants).toMatchObject([{ credits: 9_000, createdBy: 'ada', version: 2 }]);
});

test('a team that was changed directly under its version and author is adopted all the same', async () => {
  const { teams, adopt, ids } = someTables();
  const after = { name: 'web', members: rules('a@x.example'), position: 1 };
  await editRecord({ kind: teamKind, store: teams, ids }, { kind: 'add', after }, { ...ada, way: 'command' });
  const [made] = (await teams.list()).teams;
  teams.writeByHand({
    name: 'web',
    members: ['b@x.example'],
    position: 1,
    version: made?.version,
    updatedBy: made?.updatedBy,
    updatedAt: made?.updatedAt,
  });

  expect(await adopt(team)).toBe('adopted');
  expect((await teams.list()).teams).toMatchObject([{ members: rules('b@x.example'), version: 2 }]);
});

test('a top-up that was removed and written again directly is by nobody known, in the words of its kind', async () => {
  const { grants, adopt, entries } = someTables();
  const row = { kind: 'top-up', id: 't-1', scope: 'user:ann@acme.example', credits: 5, reason: 'x', createdAt: at };
  const days = { from: '2026-03-01', to: '2026-03-31' };
  grants.writeByHand({ ...row, ...days, createdBy: 'cfo', version: 1 });
  await adopt(topUp);
  grants.removeByHand(topUp);
  await adopt(topUp);
  grants.writeByHand({ ...row, ...days, createdBy: 'cfo', version: 1 });

  expect(await adopt(topUp)).toBe('adopted');
  expect((await grants.list()).grants).toMatchObject([{ createdBy: 'unknown' }]);
  expect((await entries()).at(-1)?.detail).toMatchObject({
    before: null,
    after: { scope: 'user:ann@acme.example', credits: 5, createdBy: 'unknown' },
  });
});
