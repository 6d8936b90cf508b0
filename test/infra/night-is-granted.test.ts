import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';

import { permissions } from '../../infra/permissions.ts';
import { dynamoBudgetStore } from '../../shared/adapters/dynamo/dynamo-budget-store.ts';
import { dynamoJournal } from '../../shared/adapters/dynamo/dynamo-journal.ts';
import { dynamoLeaseStore } from '../../shared/adapters/dynamo/dynamo-lease-store.ts';
import { dynamoLedgerStore } from '../../shared/adapters/dynamo/dynamo-ledger-store.ts';
import { dynamoLimitStore } from '../../shared/adapters/dynamo/dynamo-limit-store.ts';
import { dynamoOutbox } from '../../shared/adapters/dynamo/dynamo-outbox.ts';
import { dynamoRunStore } from '../../shared/adapters/dynamo/dynamo-run-store.ts';
import { dynamoUserStore } from '../../shared/adapters/dynamo/dynamo-user-store.ts';
import type { TableNames } from '../../shared/contracts/tables.ts';
import { useEngine } from '../support/test-engine.ts';
import { aNightWorld, runNight } from '../world/night-world.ts';
import { smallOrganization } from '../world/scenarios.ts';
import { requestedActions } from './requested-actions.ts';

const engine = useEngine();

test('what the enforcing function may do with its tables is what its nights do, no less and no more', async () => {
  const tables = await engine.freshTables();
  for (const Item of smallOrganization.budgets) {
    await engine.dynamo().send(new PutCommand({ TableName: tables.budgets, Item: { ...Item } }));
  }
  const send = vi.spyOn(engine.dynamo(), 'send');
  const world = aNightWorld(smallOrganization);

  const nights = [];
  for (const day of ['2026-01-16', '2026-01-17', '2026-01-18'] as const) {
    nights.push(await runNight(world, day, (ports) => ({ ...ports, ...dynamoStores(tables) })));
  }

  expect(nights.map(({ outcome }) => outcome.status)).toEqual(['complete', 'complete', 'complete']);
  const requested = new Set(send.mock.calls.flatMap(([command]) => requestedActions(command)));
  expect([...requested].toSorted()).toEqual(grantedActions(tables));
});

function dynamoStores(tables: TableNames) {
  const dynamo = engine.dynamo();
  return {
    budgets: dynamoBudgetStore(dynamo, tables),
    journal: dynamoJournal(dynamo, tables.journal),
    leases: dynamoLeaseStore(dynamo, tables.leases),
    ledger: dynamoLedgerStore(dynamo, tables.ledger),
    limits: dynamoLimitStore(dynamo, tables.limits),
    outbox: dynamoOutbox(dynamo, tables.outbox),
    runs: dynamoRunStore(dynamo, tables),
    users: dynamoUserStore(dynamo, tables.users),
  };
}

function grantedActions(tables: TableNames): readonly string[] {
  const grants = permissions['enforce-budgets'].tables.flatMap(({ table, index, actions }) =>
    actions.map((action) => `${tables[table]}${index === undefined ? '' : `/index/${index}`} ${action}`),
  );
  return grants.toSorted();
}
