import { expect, test } from 'vitest';

import { listPools } from '../../../../shared/pools/use-cases/list-pools.ts';
import { aConfirmedLimit } from '../../../support/domain-samples.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { aTablesWorld, tonight } from '../../../support/tables-world.ts';

const order = { atMs: Date.parse(tonight.at), settings: someSettings() };

/** Ann, Bob, Cem and Dan, of whom Cem has no limit and Dan is in the team ops alone. */
async function tables() {
  const { ports } = await aTablesWorld();
  await ports.users.put(['cem', 'dan'].map((userId) => ({ userId, email: `${userId}@acme.example` })));
  await ports.limits.put([aConfirmedLimit('dan', 500)], 0);
  ports.teams.writeByHand({ name: 'ops', members: ['dan@acme.example'], position: 1 });
  ports.teams.writeByHand({ name: 'web', members: ['*@acme.example'], position: 2 });
  ports.budgets.writeByHand({ scope: 'team:ops', window: 'month', amount: 700, version: 1 });
  ports.budgets.writeByHand({ scope: 'team:web', window: 'month', amount: 5_000, version: 1 });
  ports.budgets.writeByHand({ scope: 'team:web', window: 'week', amount: 4_000, version: 1 });
  await ports.ledger.putRows('2026-03-05', [
    { userId: 'bob', credits: 50, email: null },
    { userId: 'dan', credits: 10, email: null },
  ]);
  return ports;
}

test('all pools are listed without people, with the scopes that have one', async () => {
  const { pools, scopes } = await listPools(await tables(), order);

  expect(pools.map(({ scope, window }) => `${scope} ${window}`).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'team:ops month',
    'team:web month',
    'team:web week',
  ]);
  expect(scopes.toSorted((a, b) => a.localeCompare(b))).toEqual(['team:ops', 'team:web']);
  expect(pools[0]).not.toHaveProperty('people');
});

test('the pools of a scope are listed with those who draw on them, the largest user in its window first', async () => {
  const { pools, scopes } = await listPools(await tables(), { ...order, scope: 'team:web' });
  const [month, week] = [...pools].toSorted((a, b) => a.window.localeCompare(b.window));

  expect(scopes).toHaveLength(2);
  expect(month?.people?.map(({ userId, used }) => [userId, used])).toEqual([
    ['bob', 150],
    ['ann', 100],
    ['cem', 0],
  ]);
  expect(week?.people?.map(({ userId, used }) => [userId, used])).toEqual([
    ['ann', 100],
    ['bob', 100],
    ['cem', 0],
  ]);
  expect(month?.people?.[0]).toMatchObject({
    email: 'bob@acme.example',
    share: expect.any(Number),
    target: expect.any(Number),
    limit: 1_000,
    stopped: false,
    unbounded: false,
  });
  expect(month?.people?.[2]).toMatchObject({ limit: null, unbounded: true });
});

test('people of one use are listed by email', async () => {
  const ports = await tables();
  await ports.ledger.putRows('2026-03-05', [{ userId: 'bob', credits: 0, email: null }]);

  const { pools } = await listPools(ports, { ...order, scope: 'team:web' });

  expect(pools[0]?.people?.map(({ userId }) => userId)).toEqual(['ann', 'bob', 'cem']);
});

test('whoever the pool gives nothing of its own has no share', async () => {
  const ports = await tables();
  ports.grants.writeByHand({
    kind: 'exemption',
    id: 'e-1',
    email: 'ann@acme.example',
    until: '2026-03-20',
    reason: 'r',
    createdBy: 'ada',
    createdAt: '2026-03-01T00:00:00.000Z',
    version: 1,
  });

  const { pools } = await listPools(ports, { ...order, scope: 'team:web' });

  expect(pools[0]?.people?.find(({ userId }) => userId === 'ann')).toMatchObject({ status: 'exempt' });
});

test('a scope without a pool has none', async () => {
  expect((await listPools(await tables(), { ...order, scope: 'org' })).pools).toEqual([]);
});
