import { expect, test } from 'vitest';

import { noEdits, type ProposedEdits } from '../../../../shared/impact/proposed-edits.ts';
import { editedTables, portsOn, readRuleTables } from '../../../../shared/impact/use-cases/show-impact.ts';
import type { Team } from '../../../../shared/teams/team.ts';
import { aBudget, credits } from '../../../support/domain-samples.ts';
import { aTablesWorld } from '../../../support/tables-world.ts';

type Tables = Parameters<typeof editedTables>[0];

const at = '2026-03-15T10:00:00.000Z';
const org = { kind: 'org' } as const;
const budget = aBudget({ scope: org, version: 4 });
const weekly = aBudget({ scope: org, window: 'week' });
const stamp = { version: 2, updatedBy: 'ada', updatedAt: '2026-01-01T00:00:00.000Z' };
const web: Team = { name: 'web', members: [], position: 2, ...stamp };
const ops: Team = { ...web, name: 'ops', position: 1 };
const exemption = {
  kind: 'exemption',
  id: 'g-1',
  email: 'ann@acme.example',
  until: '2026-03-20',
  reason: 'r',
  createdBy: 'ada',
  createdAt: at,
  version: 1,
} as const;
const users = [{ userId: 'ann', email: 'ann@acme.example' }];

const tables: Tables = {
  budgets: {
    budgets: [budget, weekly],
    invalid: [
      { scope: 'org', window: 'month', problem: 'p' },
      { scope: 'org', window: 'day', problem: 'p' },
    ] as never,
  },
  teams: {
    teams: [ops, web],
    invalid: [
      { name: 'web', problem: 'p' },
      { name: 'qa', problem: 'p' },
    ] as never,
  },
  grants: { grants: [exemption, { ...exemption, id: 'g-2' }], invalid: [{ id: 'g-9', problem: 'p' }] as never },
  users,
};

function after(edits: Partial<ProposedEdits>): Tables {
  return editedTables(tables, { ...noEdits, ...edits }, at);
}

test('without edits the tables are as they are', () => {
  expect(after({})).toEqual(tables);
});

test('a changed budget has the next version, in its place, and mends a row that could not be read', () => {
  const terms = { ...budget, amount: credits(7) };

  const { budgets } = after({ budgets: [{ kind: 'change', before: budget, after: terms }] });

  expect(budgets.budgets).toMatchObject([
    { window: 'month', amount: { credits: 7 }, version: 5, updatedAt: at },
    { window: 'week', version: 1 },
  ]);
  expect(budgets.invalid).toMatchObject([{ window: 'day' }]);
});

test('a new budget has the first version, and one that is removed is gone', () => {
  const { version: _version, updatedBy: _by, updatedAt: _at, ...daily } = aBudget({ scope: org, window: 'day' });

  const { budgets } = after({
    budgets: [
      { kind: 'add', after: daily },
      { kind: 'remove', before: weekly },
    ],
  });

  expect(budgets.budgets).toMatchObject([
    { window: 'month', version: 4 },
    { window: 'day', version: 1 },
  ]);
  expect(budgets.invalid).toMatchObject([{ window: 'month' }]);
});

test('teams are in their order, and an edit mends a row of their name', () => {
  const { teams } = after({ teams: [{ kind: 'change', before: web, after: { ...web, position: 0.5 } }] });

  expect(teams.teams).toMatchObject([
    { name: 'web', version: 3 },
    { name: 'ops', version: 2 },
  ]);
  expect(teams.invalid).toMatchObject([{ name: 'qa' }]);
});

test('grants are those that are named, as they will be, after the others; of another kind the same id is another one', () => {
  const ended = { ...exemption, endedAt: at, endedBy: 'ada' };
  const topUp = {
    ...exemption,
    kind: 'top-up',
    id: 'g-2',
    scope: org,
    credits: 5,
    from: '2026-03-15',
    to: '2026-03-16',
  };

  const { grants } = after({ grants: [ended, topUp as never] });

  expect(grants.grants).toEqual([{ ...exemption, id: 'g-2' }, ended, topUp]);
  expect(grants.invalid).toEqual(tables.grants.invalid);
});

test('what is planned from edited tables reads these, and all else as it is', async () => {
  const { ports } = await aTablesWorld();

  const given = portsOn(tables, ports);

  expect(await readRuleTables(given)).toEqual(tables);
  expect(await readRuleTables(ports)).toMatchObject({ users: [{ userId: 'ann' }, { userId: 'bob' }] });
  expect(given.ledger).toBe(ports.ledger);
});
