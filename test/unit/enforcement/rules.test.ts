import { expect, test } from 'vitest';

import { bindTeams } from '../../../shared/enforcement/rules.ts';
import { collectRules } from '../../../shared/enforcement/use-cases/collect/collect-tables.ts';
import { aTablesWorld } from '../../support/tables-world.ts';
import { aTeam } from '../../support/teams.ts';

const today = '2026-03-15';
const users = ['ann', 'bob'].map((userId) => ({ userId, email: `${userId}@acme.example` }));
const grant = {
  from: '2026-03-01',
  to: '2026-03-31',
  reason: 'r',
  createdBy: 'a',
  createdAt: '2026-03-01T00:00:00.000Z',
};

function exemptionOf(email: string) {
  const { from: _from, to: _to, ...terms } = grant;
  return { ...terms, kind: 'exemption', id: `e-${email}`, email, until: '2026-03-31' };
}

test('a row that cannot be read binds whom it names, but for a budget whose last version was valid', async () => {
  const { ports } = await aTablesWorld();
  ports.budgets.writeByHand({ scope: 'user:ann@acme.example', window: 'month', amount: -1, version: 1 });
  ports.grants.writeByHand({
    ...grant,
    kind: 'top-up',
    id: 't-1',
    scope: 'user:bob@acme.example',
    credits: -1,
    version: 1,
  });
  ports.grants.writeByHand({ ...grant, kind: 'top-up', id: 't-2', scope: 'team:web', credits: -1, version: 1 });
  ports.grants.writeByHand({ ...grant, kind: 'top-up', id: 't-3', scope: 'nonsense', credits: 1, version: 1 });

  const { invalidScopes, problems } = await collectRules(ports);

  expect(invalidScopes.toSorted()).toEqual(['team:web', 'user:ann@acme.example', 'user:bob@acme.example']);
  const of = (id: string) => problems.find((problem) => problem.includes(`"${id}"`));
  expect([of('t-1'), of('t-2')]).toEqual([
    expect.stringContaining('keeps their limit'),
    expect.stringContaining('keeps their limit'),
  ]);
  expect(of('t-3')).toContain('counts for no one');
});

test('a budget in whose place its last valid version counts binds nobody', async () => {
  const { ports } = await aTablesWorld();
  const { budgets } = await ports.budgets.list();
  const [lastValid] = budgets;
  const invalid = [
    { scope: 'default', window: 'month' as const, problem: 'x', ...(lastValid !== undefined && { lastValid }) },
    { scope: 'org', window: 'month' as const, problem: 'x' },
  ];
  const list = async () => ({ budgets, invalid });

  const { invalidScopes } = await collectRules({ ...ports, budgets: { ...ports.budgets, list } });

  expect(invalidScopes).toEqual(['org']);
});

test('what binds a team binds its members', async () => {
  const { ports } = await aTablesWorld();
  const rules = await collectRules(ports);
  const teams = [aTeam('web', ['ann@acme.example'])];
  const invalidScopes = ['team:web', 'team:ops', 'org', 'no scope at all'];

  const bound = bindTeams({ ...rules, teams, invalidScopes }, users, today);

  expect(bound.invalidScopes).toEqual(['team:web', 'team:ops', 'org', 'no scope at all', 'user:ann@acme.example']);
});

test('grants are told apart: top-ups and exemptions', async () => {
  const { ports } = await aTablesWorld();
  ports.grants.writeByHand({
    ...grant,
    kind: 'top-up',
    id: 't-1',
    scope: 'user:bob@acme.example',
    credits: 5,
    version: 1,
  });
  ports.grants.writeByHand({ ...exemptionOf('ann@acme.example'), version: 1 });

  const { topUps, exemptions, invalidGrants } = await collectRules(ports);

  expect({
    topUps: topUps.map(({ id }) => id),
    exemptions: exemptions.map(({ email }) => email),
    invalidGrants,
  }).toEqual({
    topUps: ['t-1'],
    exemptions: ['ann@acme.example'],
    invalidGrants: [],
  });
});

test('an exemption that cannot be read keeps the cap of its user', async () => {
  const { ports } = await aTablesWorld();
  ports.grants.writeByHand({ ...exemptionOf('ann@acme.example'), until: 'soon', version: 1 });

  const { invalidScopes, problems } = await collectRules(ports);

  expect(invalidScopes).toEqual(['user:ann@acme.example']);
  expect(problems).toEqual([expect.stringContaining('keeps their limit')]);
});

test('what is wrong with teams is named after what is wrong with budgets and grants', async () => {
  const { ports } = await aTablesWorld();
  ports.budgets.writeByHand({ scope: 'org', window: 'month', amount: -1, version: 1 });
  ports.teams.writeByHand({ name: 'web', members: 'nonsense' });

  const bound = bindTeams(await collectRules(ports), users, today);

  expect(bound.problems).toEqual([expect.stringContaining('org'), expect.stringContaining('web')]);
  expect(bound.invalidTeams).toMatchObject([{ name: 'web' }]);
});

test('a row of a team that cannot be read keeps the caps of whom it may name', async () => {
  const { ports } = await aTablesWorld();
  ports.teams.writeByHand({ name: 'web', members: ['ann@acme.example', 7] });

  const bound = bindTeams(await collectRules(ports), users, today);

  expect(bound.invalidScopes).toContain('user:ann@acme.example');
});

test('members of a team whose row cannot be read stay in the team that they were in', async () => {
  const { ports } = await aTablesWorld();
  ports.teams.writeByHand({ name: 'web', members: ['ann@acme.example', 7] });
  const recorded = users.map((user) => ({ ...user, memberships: [{ from: '2026-03-01', team: 'web' }] }));

  const bound = bindTeams(await collectRules(ports), recorded, today);

  expect([...bound.assignment.teamOf.values()]).toEqual(['web', 'web']);
  expect(bound.unrecorded).toEqual([]);
});
