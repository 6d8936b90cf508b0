import { expect, test } from 'vitest';

import { watchBudgets } from '../../../../shared/enforcement/use-cases/raise-alerts.ts';
import { aTablesWorld, tonight } from '../../../support/tables-world.ts';

type World = Awaited<ReturnType<typeof aTablesWorld>>;

/** What a run watches of Ann and Bob. */
async function watched(
  {
    completeThrough = '2026-03-14',
    openIds,
  }: { readonly completeThrough?: string; readonly openIds?: ReadonlySet<string> } = {},
  prepare: (ports: World['ports']) => void = () => {},
) {
  const { ports, cache } = await aTablesWorld({ completeThrough });
  prepare(ports);
  const collected = await cache.collected();
  return watchBudgets(tonight, collected, await cache.planned(), openIds);
}

test('everybody whose cap is decided is watched, with the conditions that are open', async () => {
  const openIds = new Set(['open']);

  const seen = await watched({ openIds });

  expect(seen?.people.map(({ userId }) => userId)).toEqual(['ann', 'bob']);
  expect(seen?.openIds).toBe(openIds);
  expect(await watched()).toMatchObject({ openIds: undefined });
});

test('who is exempt is not watched', async () => {
  const seen = await watched({}, ({ grants }) => {
    grants.writeByHand({
      kind: 'exemption',
      id: 'e-1',
      email: 'ann@acme.example',
      until: '2026-03-20',
      reason: 'r',
      createdBy: 'ada@acme.example',
      createdAt: '2026-03-01T00:00:00.000Z',
      version: 1,
    });
  });

  expect(seen?.people).toEqual([{ userId: 'bob', email: 'bob@acme.example' }]);
});

test('nobody is watched whose budget cannot be read', async () => {
  const seen = await watched({}, ({ budgets }) => {
    budgets.writeByHand({ scope: 'user:ann@acme.example', window: 'month', amount: 'much', version: 1 });
  });

  expect(seen?.people).toEqual([{ userId: 'bob', email: 'bob@acme.example' }]);
});

test('nothing is watched before any day is known', async () => {
  expect(await watched({ completeThrough: '2026-01-31' })).toBeUndefined();
});
