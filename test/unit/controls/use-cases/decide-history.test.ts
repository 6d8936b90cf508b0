import { expect, test } from 'vitest';

import { initialState, type WatchState } from '../../../../shared/controls/history/watch-state.ts';
import { memoryControlsDecisionStore } from '../../../../shared/controls/store/memory-controls-stores.ts';
import { comparisonDue } from '../../../../shared/controls/use-cases/decide-history.ts';
import type { WatchPorts, WatchWork } from '../../../../shared/controls/use-cases/watch-work.ts';
import {
  aBaseline,
  aControlsWorld,
  type ControlsWorld,
  watch,
  watchLater,
} from '../../../world/controls/controls-world.ts';
import { minuteMs } from '../../../world/virtual-clock.ts';

const stateOf = async ({ stores }: ControlsWorld): Promise<WatchState> => (await stores.state.read()) ?? initialState;

async function watched(count: number): Promise<ControlsWorld> {
  const world = aControlsWorld();
  for (let level = 1; level <= count; level += 1) {
    world.history.change({ level });
  }
  await watch(world);
  return world;
}

/** What a run decides, read before anybody is notified of it. */
async function decidedBy(world: ControlsWorld): Promise<WatchState> {
  const alter = (ports: WatchPorts): WatchPorts => ({
    ...ports,
    journal: { ...ports.journal, append: async () => Promise.reject(new Error('the table is away')) },
  });
  await expect(watchLater(world, { alter })).rejects.toThrow('the table is away');
  return stateOf(world);
}

test('a report is named by its series, its numbers and the version of the state', async () => {
  const world = await watched(2);
  const { version } = await stateOf(world);
  world.history.change({ level: 3 });
  world.history.change({ level: 4 });

  const { intent } = await decidedBy(world);

  expect(intent).toMatchObject({
    reportId: `1/3-4/${version + 1}`,
    kind: 'changes',
    series: 1,
    revisions: [{ from: 3, through: 4 }],
    handled: { from: 1, through: 4, missing: [] },
    alarms: [],
    over: [],
  });
});

test('a report of an alarm alone is named so, and leaves what is handled as it is', async () => {
  const world = await watched(2);
  world.history.rewrite(1, { level: 9 });

  const { intent } = await decidedBy(world);

  expect(intent?.reportId).toMatch(/^1\/alarms\/\d+$/u);
  expect(intent).toMatchObject({ kind: 'changes', revisions: [], handled: { from: 1, through: 2 } });
  expect(intent?.alarms).toMatchObject([{ kind: 'rewritten', revision: 1 }]);
});

test('the first run is one, with revisions or without; the next is none', async () => {
  const world = aControlsWorld();
  const first = await decidedBy(world);
  expect(first.intent).toMatchObject({ kind: 'first-run', revisions: [] });
  expect(first.intent).not.toHaveProperty('handled');

  world.clock.moveBy(20 * minuteMs);
  await watch(world);
  world.history.change({ level: 1 });

  expect((await decidedBy(world)).intent).toMatchObject({ kind: 'changes', revisions: [{ from: 1, through: 1 }] });
});

test('a history that counts again is another series, which knows what it follows', async () => {
  const world = await watched(3);
  world.history.revisions.length = 0;
  world.clock.moveBy(60 * minuteMs);
  world.history.change({ level: 7 }, { updatedAt: '2026-03-02T09:00:00.000Z' });

  const { series, predecessor, intent } = await decidedBy(world);

  expect({ series, predecessor }).toEqual({ series: 2, predecessor: { series: 1, revision: 3 } });
  expect(intent).toMatchObject({ kind: 'changes', series: 2, revisions: [{ from: 1, through: 1 }] });
  expect(intent?.alarms).toMatchObject([{ kind: 'restarted', series: 2, knownThrough: 3, servedThrough: 1 }]);
});

test('of a reading that is out of time nothing is decided, and the run says why', async () => {
  const world = aControlsWorld();
  world.history.change({ level: 1 });

  const { outcome } = await watch(world, { stopAfterMs: 0 });

  expect(outcome).toMatchObject({ status: 'partial', problems: [expect.stringContaining('time')] });
  expect(await stateOf(world)).toEqual(initialState);
});

test('nor is anything where the second reading, of a history that counts again, is out of time', async () => {
  const world = await watched(3);
  const before = await stateOf(world);
  world.history.revisions.length = 0;
  world.clock.moveBy(60 * minuteMs);
  world.history.change({ level: 7 }, { updatedAt: '2026-03-02T09:00:00.000Z' });
  let readings = 0;
  const alter = (ports: WatchPorts): WatchPorts => ({
    ...ports,
    history: {
      async *pages() {
        readings += 1;
        // The first reading looks once more for what is missing.
        world.clock.moveBy(readings > 2 ? 20 * minuteMs : 0);
        yield* world.history.pages();
      },
    },
  });

  const { outcome } = await watchLater(world, { alter, stopAfterMs: 10 * minuteMs });

  expect(outcome).toMatchObject({ status: 'partial', problems: [expect.stringContaining('time')] });
  expect(await stateOf(world)).toEqual(before);
  expect((await decidedBy(world)).intent?.alarms).toMatchObject([{ kind: 'restarted', knownThrough: 3 }]);
});

test('a row that was reported as unreadable is not looked for again by each run', async () => {
  const world = await watched(2);
  world.history.change({ level: 3 });
  world.history.unreadable.add(3);
  world.clock.moveBy(60 * minuteMs);
  await watch(world);
  const { pagesRead } = world.history;

  await watchLater(world);

  expect(world.history.pagesRead - pagesRead).toBe(1);
});

test('of revisions that go back in time a hundred are reported by one run', async () => {
  const world = await watched(1);
  world.history.pageSize = 200;
  for (let hour = 1; hour <= 102; hour += 1) {
    world.history.change(
      { hour },
      { updatedAt: new Date(Date.parse('2026-02-01') - hour * 60 * minuteMs).toISOString() },
    );
  }

  const { intent } = await decidedBy(world);

  expect(intent?.alarms.filter(({ kind }) => kind === 'went-back')).toHaveLength(100);
  expect(intent?.revisions).toEqual([{ from: 2, through: 103 }]);
});

test('since when the history cannot be read is written down once, and taken out when it can', async () => {
  const world = await watched(1);
  world.history.isDown = true;
  await watchLater(world);
  const failing = await stateOf(world);
  expect(failing.failingSince).toBe('2026-03-02T08:05:00.000Z');

  await watchLater(world);
  expect(await stateOf(world)).toMatchObject({ failingSince: failing.failingSince, version: failing.version });

  world.history.isDown = false;
  await watchLater(world);
  expect(await stateOf(world)).not.toHaveProperty('failingSince');
});

test('it is reported after half an hour, once, with since when', async () => {
  const world = await watched(1);
  world.history.isDown = true;
  await watchLater(world);
  world.clock.moveBy(24 * minuteMs);
  await watchLater(world);
  expect(await stateOf(world)).not.toHaveProperty('intent');

  const { intent, failingSince } = await decidedBy(world);

  expect(intent?.alarms).toMatchObject([{ kind: 'unwatched', since: failingSince }]);
  expect(intent).toMatchObject({ kind: 'changes', revisions: [], over: [] });
});

test('nothing is written where nothing is new', async () => {
  const world = await watched(2);
  const before = await stateOf(world);

  await watchLater(world);

  expect(await stateOf(world)).toEqual(before);
});

const at = '2026-03-02T08:00:00.000Z';
const comparedAt = '2026-03-02T07:00:00.000Z';

interface Known {
  readonly approved?: number;
  readonly expires?: string;
  readonly state?: Partial<WatchState>;
  readonly isChanged?: boolean;
}

async function due({ approved = 0, expires, state = { comparedAt }, isChanged = false }: Known) {
  const decisions = memoryControlsDecisionStore();
  for (let version = 0; version < approved; version += 1) {
    await decisions.approveBaseline(aBaseline({ level: version }), version);
  }
  if (expires !== undefined) {
    const terms = { pattern: 'x', owner: 'ann@acme.example', ticket: 't', reason: 'r', from: '2026-03-01T00:00:00Z' };
    await decisions.putException({ id: 'e', ...terms, expires, createdBy: 'ann', createdAt: at, version: 1 });
  }
  return comparisonDue({ ports: { decisions }, at } as unknown as WatchWork, { ...initialState, ...state }, isChanged);
}

test('nothing is compared while nothing is approved, whatever changes', async () => {
  expect([await due({}), await due({ isChanged: true })]).toEqual([undefined, undefined]);
});

test('a change is held against what is approved, and no change is not', async () => {
  const state = { comparedAt, baselineVersion: 1 };

  expect(await due({ approved: 1, state, isChanged: true })).toStrictEqual({ since: comparedAt, baselineVersion: 1 });
  expect(await due({ approved: 1, state })).toBeUndefined();
});

test('another baseline is a reason to compare, the first one too', async () => {
  expect(await due({ approved: 2, state: { comparedAt, baselineVersion: 1 } })).toMatchObject({ baselineVersion: 2 });
  expect(await due({ approved: 1 })).toStrictEqual({ since: comparedAt, baselineVersion: 1 });
});

test.for([
  ['expired since the last comparison', '2026-03-02T07:30:00Z', { since: comparedAt }],
  ['expires now', at, { since: comparedAt }],
  ['had expired by then', comparedAt, undefined],
  ['is in force', '2026-03-02T08:00:01Z', undefined],
] as const)('an exception that %s decides whether to compare', async ([, expires, wanted]) => {
  expect(await due({ expires })).toStrictEqual(wanted);
});

test('before the first comparison exceptions that have expired are no news', async () => {
  expect(await due({ expires: '2026-03-02T07:30:00Z', state: {} })).toBeUndefined();
  expect(await due({ approved: 1, state: {} })).toStrictEqual({ since: at, baselineVersion: 1 });
});
