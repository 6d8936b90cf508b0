import { expect, test } from 'vitest';

import { doubtLimits } from '../../../../shared/enforcement/use-cases/doubt-limits.ts';
import { enforceJob } from '../../../../shared/kernel/runs/run-id.ts';
import { aConfirmedLimit } from '../../../support/domain-samples.ts';
import { memoryEnforcementStores } from '../../../support/memory-tables.ts';

const nowMs = Date.parse('2026-03-16T09:00:00.000Z');

async function worldOf() {
  const stores = memoryEnforcementStores();
  await stores.limits.put([aConfirmedLimit('ann', 500), aConfirmedLimit('bob', 700)], 0);
  return { ...stores, clock: { now: () => nowMs } };
}

test('after a restored backup every limit counts as sent once more, without an answer, and once', async () => {
  const world = await worldOf();

  expect(await doubtLimits(world)).toBe(2);
  const doubted = await world.limits.list();
  expect(doubted.map(({ unsettled }) => unsettled.map(({ at }) => at))).toEqual([
    ['2026-03-16T09:00:00.000Z'],
    ['2026-03-16T09:00:00.000Z'],
  ]);

  expect(await doubtLimits(world)).toBe(2);
  expect(await world.limits.list()).toEqual(doubted);
});

test('while a run is at work no limit is doubted', async () => {
  const world = await worldOf();
  const before = await world.limits.list();
  await world.leases.acquire(enforceJob, { owner: 'enforce-1', nowMs, durationMs: 60_000 });

  expect(await doubtLimits(world)).toBeUndefined();
  expect(await world.limits.list()).toEqual(before);
});
