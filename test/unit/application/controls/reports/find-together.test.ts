import { expect, test } from 'vitest';
import { memoryRevisionStore } from '../../../../../shared/adapters/memory/controls/memory-controls-stores.ts';
import type { ReportDeps } from '../../../../../shared/application/controls/judge-revision.ts';
import { findTogether } from '../../../../../shared/application/controls/reports/find-together.ts';
import { diffControls } from '../../../../../shared/domain/controls/diff/diff-controls.ts';
import type { NumberRange } from '../../../../../shared/domain/controls/history/number-range.ts';
import type { WatchIntent } from '../../../../../shared/domain/controls/history/watch-state.ts';
import type { JsonObject } from '../../../../../shared/domain/controls/json.ts';
import { anEntry, aRevision } from '../../../../support/controls-samples.ts';
import { aControlChange } from '../../../../support/evidence-records.ts';

/** Revisions 1, 2, … by one person within minutes, and what was listed of them. */
async function aStore(settings: readonly JsonObject[], diff: ReportDeps['diff'] = () => [aControlChange()]) {
  const store = memoryRevisionStore();
  for (const [index, each] of settings.entries()) {
    const revision = aRevision(index + 1, { settings: each });
    await store.put(anEntry([revision]), revision);
  }
  const listed: number[][] = [];
  const list: typeof store.list = async (series, from, countMax) => {
    listed.push([series, from, countMax]);
    return store.list(series, from, countMax);
  };
  const deps: ReportDeps = { revisions: { ...store, list }, diff, policy: { approvedChangers: [] } };
  const find = async (...revisions: readonly NumberRange[]) => {
    const at = '2026-03-02T08:00:00.000Z';
    const intent: WatchIntent = {
      reportId: 'r',
      kind: 'changes',
      runId: 'run',
      at,
      series: 1,
      revisions,
      alarms: [],
      over: [],
    };
    return findTogether(deps, intent);
  };
  return { find, listed };
}

const seven = Array.from({ length: 7 }, (_, level) => ({ level }));

test('what several revisions mean together is found with those before the new ones', async () => {
  const { find } = await aStore(seven);

  const findings = await find({ from: 7, through: 7 });

  // Of the first one that is read it is not known what it changed.
  expect(findings.map(({ kind, revisions }) => [kind, revisions])).toEqual([['many-steps', [2, 3, 4, 5, 6, 7]]]);
});

test('what was complete before, or is not complete yet, is no news', async () => {
  const { find, listed } = await aStore(seven);

  expect(await find({ from: 3, through: 3 })).toEqual([]);
  expect(listed).toHaveLength(1);
  expect(await find()).toEqual([]);
  expect(listed).toHaveLength(1);
});

test('the worst finding comes first', async () => {
  const on = { sandbox: { enabled: true } };
  const off = { sandbox: { enabled: false } };
  const { find } = await aStore([on, off, on, off, on, off, on], diffControls);

  const severities = (await find({ from: 1, through: 7 })).map(({ severity }) => severity);

  const order = ['critical', 'high', 'medium', 'low', 'info'];
  expect(new Set(severities).size).toBeGreaterThan(1);
  expect(severities).toEqual(severities.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
});

test.for([
  [[{ from: 5, through: 9 }], 0],
  [[{ from: 50, through: 90 }], 30],
  [[{ from: 100, through: 300 }], 220],
  [
    [
      { from: 10, through: 20 },
      { from: 40, through: 60 },
    ],
    0,
  ],
] as const)('of %j the newest are looked at with twenty before them, from %d on', async ([ranges, from]) => {
  const { find, listed } = await aStore([]);

  await find(...ranges);

  expect(listed).toEqual([[1, from, 81]]);
});
