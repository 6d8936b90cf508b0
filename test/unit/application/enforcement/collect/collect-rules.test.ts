import { expect, test } from 'vitest';
import { bindTeams, collectRules } from '../../../../../shared/application/enforcement/collect/collect-rules.ts';
import { aTeam } from '../../../../support/teams.ts';
import { aTablesWorld } from '../../../../support/tables-world.ts';

const users = ['ann', 'bob'].map((userId) => ({ userId, email: `${userId}@acme.example` }));
const grant = {
  from: '2026-03-01',
  to: '2026-03-31',
  reason: 'r',
  createdBy: 'a',
  createdAt: '2026-03-01T00:00:00.000Z',
};

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
    expect.stringContaining('keeps their cap'),
    expect.stringContaining('keeps their cap'),
  ]);
  expect(of('t-3')).toContain('counts for nobody');
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

  const { invalidScopes } = await collectRules({ ...ports, budgets: { list } });

  expect(invalidScopes).toEqual(['org']);
});

test('what binds a team binds its members', async () => {
  const { ports } = await aTablesWorld();
  const rules = await collectRules(ports);
  const rows = { teams: [aTeam('web', ['ann@acme.example'])], invalidTeams: [] };

  const bound = bindTeams({ ...rules, invalidScopes: ['team:web', 'team:ops', 'org', 'no scope at all'] }, rows, users);

  expect(bound.invalidScopes).toEqual(['team:web', 'team:ops', 'org', 'no scope at all', 'user:ann@acme.example']);
});
