import { expect, test } from 'vitest';

import { collectFloat, type TablePorts } from '../../../../../shared/enforcement/use-cases/collect/collect-tables.ts';
import { noLiveState } from '../../../../../shared/live/live-state.ts';
import { partOf } from '../../../../support/part-of.ts';
import { aLiveRun, at, hourMs, nowMs } from '../../../live/use-cases/live-tables.ts';

/** What a run leaves to be given in the day, where the totals agree with the bill. */
async function float(
  { runId = 'enforce-2026-03-15T12:30:00.000Z-nightly', afterMs = 0 }: { runId?: string; afterMs?: number } = {},
  scene: Parameters<typeof aLiveRun>[0] = {},
) {
  const { store, tables, settings, totals } = await aLiveRun(scene);
  await store.putState({ ...noLiveState, totals: totals.totals });
  await store.putFloat({ at, seenIds: ['ann'], nightShare: 0.4 });
  const run = { runId, at: new Date(nowMs + afterMs).toISOString(), today: '2026-03-15' };
  const through = scene?.completeThrough ?? '2026-03-14';
  return collectFloat(partOf<TablePorts>({ ledger: tables.ledger, live: store }), settings, run, through);
}

test('a run that divides again leaves what the last run between the nights found', async () => {
  const found = await float();

  expect(found).toMatchObject({ seenIds: new Set(['ann']), nightShare: 0.4 });
  expect(found).not.toHaveProperty('keepsLimits');
});

test('a run of edits keeps what was given in the day', async () => {
  expect(await float({ runId: 'enforce-2026-03-15T12:30:00.000Z-edit-1' })).toMatchObject({ keepsLimits: true });
});

test('nothing is left where the sessions were not read for hours', async () => {
  expect(await float({ afterMs: 3 * hourMs })).toBeUndefined();
});

test('totals are counted since the end of what is known, which may be days ago', async () => {
  expect(await float({}, { completeThrough: '2026-03-13' })).toBeDefined();
});

test('nothing is left where totals are only compared', async () => {
  expect(await float({}, { terms: { mode: 'shadow' } })).toBeUndefined();
});
