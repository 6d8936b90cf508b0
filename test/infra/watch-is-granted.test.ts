import { expect, test, vi } from 'vitest';

import { permissions } from '../../infra/permissions.ts';
import { createPlatformClient } from '../../shared/adapters/platform/platform-client.ts';
import type { TableNames } from '../../shared/contracts/tables.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import type { WatchPorts } from '../../shared/application/controls/watch-controls.ts';
import { watchPorts } from '../../shared/wiring/watch-ports.ts';
import { useEngine } from '../support/test-engine.ts';
import { aControlsWorld, watch, watchLater } from '../world/controls/controls-world.ts';
import { requestedActions } from './requested-actions.ts';

const engine = useEngine();

test('what the watching function may do with its tables is what its runs do, no less and no more', async () => {
  const tables = await engine.freshTables();
  const send = vi.spyOn(engine.dynamo(), 'send');
  const world = aControlsWorld();
  const onTables = { isUnsent: true, alter: (ports: WatchPorts) => ({ ...ports, ...dynamoStores(tables) }) };
  world.history.change({ level: 1 });

  const runs = [await watch(world, onTables)];
  world.history.change({ level: 2 }, { updatedAt: '2025-01-01T00:00:00.000Z' });
  runs.push(await watchLater(world, onTables));
  world.history.change({ level: 3 });
  runs.push(await watchLater(world, onTables));

  expect(runs.map(({ outcome }) => outcome.status)).toEqual(['complete', 'complete', 'complete']);
  const requested = new Set(send.mock.calls.flatMap(([command]) => requestedActions(command)));
  expect([...requested].toSorted()).toEqual(grantedActions(tables));
});

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
  const ports = watchPorts({
    dynamo: engine.dynamo(),
    platform,
    tables,
    fingerprint: async () => () => '',
  });
  const { decisions, evidence, journal, leases, outbox, revisions, runs, state } = ports;
  return { decisions, evidence, journal, leases, outbox, revisions, runs, state };
}

function grantedActions(tables: TableNames): readonly string[] {
  const grants = permissions['watch-controls'].tables.flatMap(({ table, index, actions }) =>
    actions.map((action) => `${tables[table]}${index === undefined ? '' : `/index/${index}`} ${action}`),
  );
  return grants.toSorted();
}
