import { expect, test } from 'vitest';

import type { ControlsCalls } from '../../shared/kernel/platform/platform-calls.ts';
import { runIdOf } from '../../shared/kernel/runs/run-id.ts';
import { controls } from '../../shared/wiring/controls-job.ts';
import { useEngine } from '../support/test-engine.ts';
import { aControlsWorld, watch, watchLater } from '../world/controls/controls-world.ts';

const engine = useEngine();

const callsMax = 6;

test(`a run of the controls that finds nothing makes at most ${callsMax} calls of tables, however long the history is`, async () => {
  const [tables, dynamo] = [await engine.freshTables(), engine.dynamo()];
  const calls: string[] = [];
  dynamo.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        calls.push(commandName);
        return next(args);
      },
    { step: 'initialize' },
  );
  const world = aControlsWorld();
  const { signer, anchors } = world.stores;
  const stores = controls.ports({
    dynamo,
    tables,
    signer,
    anchors,
    platform: {} as ControlsCalls,
    fingerprint: async () => (secret) => secret,
  });
  const counts: number[] = [];
  for (const [index, revisions] of [3, 0, 0, 120, 0, 0].entries()) {
    for (let more = 0; more < revisions; more += 1) {
      world.history.change({ level: world.history.revisions.length });
    }
    calls.length = 0;
    await (index === 0 ? watch : watchLater)(world, {
      runId: runIdOf('controls', world.clock.now() + index, 'every-5-minutes'),
      isUnsent: true,
      alter: (ports) => ({ ...stores, clock: ports.clock, history: ports.history }),
    });
    counts.push(calls.length);
  }

  const [first = 0, ...others] = counts;
  expect(first).toBeGreaterThan(callsMax);
  expect(others.toSpliced(2, 1).map((count) => count <= callsMax)).toEqual([true, true, true, true]);
  // With the lease and the record of its start, and with its end and the lease given back.
  expect(calls.filter((name) => name === 'TransactWriteItemsCommand')).toHaveLength(2);
  expect(calls.filter((name) => name === 'PutItemCommand')).toHaveLength(1);
});
