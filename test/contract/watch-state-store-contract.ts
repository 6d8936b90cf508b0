import { beforeEach, describe, expect, test } from 'vitest';

import type { Deviation } from '../../shared/controls/baseline.ts';
import { alarmIdOf, type AlarmRecord, type HistoryAlarm } from '../../shared/controls/history/history-alarm.ts';
import { initialState, type WatchState } from '../../shared/controls/history/watch-state.ts';
import type { WatchStateStore } from '../../shared/controls/ports.ts';

const at = '2026-03-02T08:00:00.000Z';
const missing = [{ from: 3, through: 4 }];

const alarms: readonly HistoryAlarm[] = [
  { kind: 'gap', series: 1, missing },
  { kind: 'restarted', series: 2, knownThrough: 9, servedThrough: 2 },
  { kind: 'rewritten', series: 1, revision: 2, digests: ['a', 'b'], isTableChanged: true },
  { kind: 'shrank', series: 1, missing, isEmpty: true },
  { kind: 'unreadable', series: 1, problem: 'settings: is not an object' },
  { kind: 'unreadable', series: 1, revision: 5, problem: 'settings: is not an object' },
  { kind: 'unwatched', since: at, problem: 'GET history answered 503' },
  { kind: 'went-back', series: 1, revision: 6, updatedAt: at, previousUpdatedAt: at },
];

const fullState: WatchState = {
  version: 0,
  series: 2,
  handled: { from: 1, through: 9, missing },
  predecessor: { series: 1, revision: 7 },
  wholeReadAt: at,
  failingSince: at,
  inForce: {
    newest: { series: 1, revision: 7, digest: 'd7' },
    asleep: { 'sandbox.filesystem.denyRead': { series: 1, revision: 3, digest: 'd3' } },
  },
  evidenceSeq: 12,
  intent: {
    reportId: '2/1-9/1',
    kind: 'changes',
    runId: 'controls-1',
    at,
    series: 2,
    revisions: [{ from: 1, through: 9 }],
    handled: { from: 1, through: 9, missing },
    newest: { series: 2, revision: 9, digest: 'd9' },
    alarms,
    over: alarms.slice(0, 1),
  },
};

function recordOf(alarm: HistoryAlarm): AlarmRecord {
  return { alarmId: alarmIdOf(alarm), alarm, phase: 'open', at };
}

export function describeWatchStateStore(
  name: string,
  makeStore: (earlierAlarms?: readonly AlarmRecord[]) => Promise<WatchStateStore>,
): void {
  describe(`the state of the watcher ${name}`, () => {
    let store: WatchStateStore;
    beforeEach(async () => {
      store = await makeStore();
    });

    test('is not there at first, and then whole, a version higher', async () => {
      const nothing = await store.read();
      const isWritten = await store.replace(fullState);

      const read = await store.read();

      expect([nothing, isWritten]).toEqual([undefined, true]);
      expect(read).toEqual({ ...fullState, version: 1 });
    });

    test('is replaced only by who has seen its version', async () => {
      await store.replace(initialState);
      const second = await store.replace({ ...initialState, version: 1, series: 2 });
      const late = await store.replace({ ...initialState, version: 1, series: 3 });
      const fromNothing = await store.replace({ ...initialState, series: 4 });

      const read = await store.read();

      expect([second, late, fromNothing]).toEqual([true, false, false]);
      expect(read).toMatchObject({ version: 2, series: 2 });
    });

    test('lists the open alarms that were stored before alarms were conditions, by id', async () => {
      const records = alarms.map((alarm) => recordOf(alarm)).toSorted((a, b) => (a.alarmId < b.alarmId ? -1 : 1));
      const [resolved, ...open] = records;
      const earlier = await makeStore(resolved === undefined ? [] : [...open, { ...resolved, phase: 'over' }]);

      const listed = await earlier.listEarlierAlarms();

      expect(listed).toEqual(open);
    });

    test('keeps what the last comparison with the baseline gave', async () => {
      const deviation: Deviation = {
        path: 'sandbox.enabled',
        changes: [],
        standing: 'new',
        since: at,
        hasMoved: false,
      };
      const nothing = await store.readDeviations();
      await store.putDeviations([deviation, { ...deviation, path: 'networkPolicy' }]);
      await store.putDeviations([deviation]);

      const read = await store.readDeviations();

      expect([nothing, read]).toEqual([[], [deviation]]);
    });
  });
}
