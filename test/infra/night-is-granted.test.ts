import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';

import { permissions } from '../../infra/permissions.ts';
import { createPlatformClient } from '../../shared/adapters/platform/platform-client.ts';
import { watchEdits } from '../../shared/application/edits/watch-edits.ts';
import type { EnforcementRun } from '../../shared/application/enforcement/enforce-budgets.ts';
import type { TableNames } from '../../shared/contracts/tables.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { durableEnforcementPorts } from '../../shared/wiring/durable-enforcement.ts';
import { useEngine } from '../support/test-engine.ts';
import { aNightWorld, instantOf, invoke, type NightWorld } from '../world/enforcement-world.ts';
import { smallOrganization } from '../world/scenarios.ts';
import { requestedActions } from './requested-actions.ts';

const engine = useEngine();

test('what the enforcing function may do with its tables is what its nights do, no less and no more', async () => {
  const tables = await engine.freshTables();
  // From the third night on, somebody has less: with nobody to be lowered, that plan is held.
  const cut = { scope: 'user:ann@acme.example', window: 'month', amount: 10, from: '2026-01-18' };
  for (const Item of [...smallOrganization.budgets, cut]) {
    await engine.dynamo().send(new PutCommand({ TableName: tables.budgets, Item: { ...Item } }));
  }
  // A row that cannot be read is looked up in the history.
  const spoiled = { scope: 'team:none', window: 'month', amount: 'much' };
  await engine.dynamo().send(new PutCommand({ TableName: tables.budgets, Item: spoiled }));
  const send = vi.spyOn(engine.dynamo(), 'send');
  const blastRadius = { loweredShare: 0, blockedUsersMax: 0, raisedShare: 10 };
  const world = aNightWorld({ ...smallOrganization, settings: { blastRadius } });

  const nights = [];
  for (const day of ['2026-01-16', '2026-01-17', '2026-01-18'] as const) {
    nights.push(await nightOn(world, day, tables));
  }

  expect(nights.map(({ outcome }) => outcome.status)).toEqual(['complete', 'complete', 'held']);
  const requested = new Set(send.mock.calls.flatMap(([command]) => requestedActions(command)));
  expect([...requested].toSorted()).toEqual(grantedActions('enforce-budgets', tables));
});

test('what the function that watches edits may do with its tables is what edits ask of it, no less and no more', async () => {
  const tables = await engine.freshTables();
  const put = async (row: Record<string, unknown>) =>
    engine.dynamo().send(new PutCommand({ TableName: tables.budgets, Item: row }));
  const Key = { scope: 'user:ann@acme.example', window: 'month' };
  for (const row of smallOrganization.budgets) {
    await put({ ...row });
  }
  await put({ ...Key, amount: 5_500 });
  const send = vi.spyOn(engine.dynamo(), 'send');
  const { budgets } = dynamoStores(tables);
  const ports = {
    clock: systemClock,
    budgets,
    orderRun: async () => Promise.resolve({ isDone: true }),
  };
  const handOverRow = async () => watchEdits(ports, { runId: 'edit', atMs: systemClock.now(), rows: [Key] });

  // Two at once: one is refused, and finds out by whom the edit was taken up.
  const raised = await Promise.all([handOverRow(), handOverRow()]);
  await put({ ...Key, amount: 'much' });
  const spoiled = await handOverRow();
  await engine.dynamo().send(new DeleteCommand({ TableName: tables.budgets, Key }));
  const removed = await handOverRow();

  expect(raised.map(({ failedRows }) => failedRows)).toEqual([[], []]);
  expect(spoiled).toMatchObject({ invalid: 1 });
  expect(removed).toMatchObject({ adopted: 1 });
  const own = send.mock.calls.flatMap(([command]) => requestedActions(command)).filter(isNotByHand(tables));
  expect([...new Set(own)].toSorted()).toEqual(grantedActions('watch-edits', tables));
});

/** One night on real tables, its mails left to the mailer. */
async function nightOn(world: NightWorld, day: string, tables: TableNames): Promise<EnforcementRun> {
  world.clock.moveTo(instantOf(day));
  return invoke(world, {
    runId: `night-${day}`,
    at: day,
    isUnsent: true,
    alter: (ports) => ({ ...ports, ...dynamoStores(tables) }),
  });
}

/** What the admin of this test did with the tools of the table. */
function isNotByHand({ budgets }: TableNames) {
  return (action: string) => ![`${budgets} dynamodb:PutItem`, `${budgets} dynamodb:DeleteItem`].includes(action);
}

/** The stores as the function is given them; platform and mail are those of the world, and these here never called. */
function dynamoStores(tables: TableNames) {
  const platform = createPlatformClient({
    baseUrl: 'https://platform.invalid',
    appUrl: 'https://platform.invalid',
    readKey: async () => 'a-key',
    fetch: globalThis.fetch,
    clock: systemClock,
    random: () => 0,
  });
  const ports = durableEnforcementPorts({ dynamo: engine.dynamo(), platform, tables });
  // What else there is stays that of the world.
  const {
    steps: _steps,
    clock: _clock,
    ids: _ids,
    roster: _roster,
    usage: _usage,
    limitWriter: _writer,
    ...stores
  } = ports;
  return stores;
}

function grantedActions(folder: keyof typeof permissions, tables: TableNames): readonly string[] {
  const grants = permissions[folder].tables.flatMap(({ table, index, actions }) =>
    actions.map((action) => `${tables[table]}${index === undefined ? '' : `/index/${index}`} ${action}`),
  );
  return grants.toSorted();
}
