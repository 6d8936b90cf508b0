import { beforeEach, describe, expect, test } from 'vitest';

import { HistoryConflictError, type RunStore } from '../../shared/kernel/runs/ports.ts';
import { runIdOf } from '../../shared/kernel/runs/run-id.ts';
import type { Run } from '../../shared/kernel/runs/run.ts';

function aRun(at: string, facts: Partial<Run> = {}): Run {
  return { runId: runIdOf('enforce', Date.parse(at), 'nightly'), job: 'enforce', at, startedAt: at, ...facts };
}

const nights = ['2026-03-01T02:30:00.000Z', '2026-03-02T02:30:00.000Z', '2026-03-03T02:30:00.000Z'] as const;

export function describeRunStore(name: string, makeStore: () => Promise<RunStore>): void {
  describe(`the run store ${name}`, () => {
    let store: RunStore;
    beforeEach(async () => {
      store = await makeStore();
    });

    test('finds a run by its id, with every fact', async () => {
      const run = aRun(nights[0], {
        finishedAt: '2026-03-01T02:31:00.000Z',
        outcome: {
          status: 'held',
          dataThrough: '2026-02-28',
          capsChanged: 1,
          capsFailed: 2,
          alerts: 3,
          isUnfinished: true,
          held: { guard: 'trust-gate', detail: 'a day is missing' },
          problems: ['one', 'two'],
        },
      });
      await store.put(run);

      const found = await store.find(run.runId);

      expect(found).toEqual(run);
    });

    test('finds nothing under an id that is not there', async () => {
      const found = await store.find('enforce-unknown');

      expect(found).toBeUndefined();
    });

    test('replaces a run that is not finished, and no finished one by anything else', async () => {
      const begun = aRun(nights[0]);
      const failed = { ...begun, outcome: { status: 'failed', alerts: 0, isUnfinished: true, problems: [] } } as const;
      const done = {
        ...begun,
        finishedAt: nights[0],
        outcome: { ...failed.outcome, status: 'complete', isUnfinished: false },
      } as const;
      for (const run of [begun, failed, begun, done, { ...done, finishedAt: nights[1] }]) {
        await store.put(run);
      }

      for (const other of [begun, failed, { ...done, outcome: { ...done.outcome, alerts: 1 } }]) {
        await expect(store.put(other)).rejects.toThrow(HistoryConflictError);
      }

      expect(await store.list('enforce', 10)).toEqual([{ ...done, finishedAt: nights[1] }]);
    });

    test('lists the newest runs first and no more than asked for', async () => {
      for (const at of [nights[1], nights[0], nights[2]]) {
        await store.put(aRun(at));
      }

      const ofJob = await store.list('enforce', 2);

      expect(ofJob.map(({ at }) => at)).toEqual([nights[2], nights[1]]);
    });

    test('lists no runs of another job', async () => {
      await store.put(aRun(nights[0]));

      const runs = await store.list('digest', 10);

      expect(runs).toEqual([]);
    });

    test('knows no moment of a job that has never changed anything', async () => {
      const latest = await store.latestApplied('enforce');

      expect(latest).toBeUndefined();
    });

    test('moves the moment of a job forward, and to the same moment again', async () => {
      const moved = [
        await store.markApplied('enforce', nights[0]),
        await store.markApplied('enforce', nights[1]),
        await store.markApplied('enforce', nights[1]),
      ];

      expect(moved).toEqual([true, true, true]);
      expect(await store.latestApplied('enforce')).toBe(nights[1]);
    });

    test('never moves the moment of a job back', async () => {
      await store.markApplied('enforce', nights[1]);

      const moved = await store.markApplied('enforce', nights[0]);

      expect(moved).toBe(false);
      expect(await store.latestApplied('enforce')).toBe(nights[1]);
    });

    test('distinguishes what was sent whole from what was begun, and moves it forward alone', async () => {
      await store.markApplied('enforce', nights[2]);
      const before = await store.latestSent('enforce');
      await store.markSent('enforce', nights[1]);
      await store.markSent('enforce', nights[0]);

      expect(before).toBeUndefined();
      expect(await store.latestSent('enforce')).toBe(nights[1]);
      expect(await store.latestApplied('enforce')).toBe(nights[2]);
    });

    test('moves moments that are later than another back, and no others', async () => {
      await store.markApplied('enforce', nights[2]);
      await store.markSent('enforce', nights[1]);
      await store.markApplied('roster', nights[2]);

      await store.moveBack('enforce', { after: nights[1], to: nights[0] });
      await store.moveBack('digest', { after: nights[0], to: nights[0] });

      expect(await store.latestApplied('enforce')).toBe(nights[0]);
      expect(await store.latestSent('enforce')).toBe(nights[1]);
      expect(await store.latestApplied('roster')).toBe(nights[2]);
      expect(await store.latestApplied('digest')).toBeUndefined();
      expect(await store.markApplied('enforce', nights[1])).toBe(true);
    });

    test('compares moments as times, however they are spelled', async () => {
      await store.markApplied('enforce', '2026-03-01T02:30:00.500Z');

      const moved = await store.markApplied('enforce', '2026-03-01T02:30:00Z');

      expect(moved).toBe(false);
    });
  });
}
