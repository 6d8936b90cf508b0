import { expect, test } from 'vitest';

import { awaitRun } from '../../../../../cli/runs/by-hand/ended-run.ts';
import type { Run } from '../../../../../shared/kernel/runs/run.ts';

const runId = 'enforce-2026-03-15T02:30:00.000Z-1a2b3c4d';
const begun: Run = { runId, job: 'enforce', at: '2026-03-15T02:30:00.000Z', startedAt: '2026-03-15T02:30:05.000Z' };
const outcome = {
  status: 'complete',
  capsChanged: 1,
  capsFailed: 0,
  alerts: 0,
  isUnfinished: false,
  problems: [],
} as const;

/** A table of runs as time goes on: what is in it after so many seconds. */
function aWait(recordAfter: (seconds: number) => Run | undefined, others: readonly Run[] = []) {
  let nowMs = 0;
  let askedAgain = 0;
  const notes: string[] = [];
  const runs = {
    find: async () => Promise.resolve(recordAfter(nowMs / 1_000)),
    list: async () => Promise.resolve(others),
  };
  const waiting = {
    now: () => nowMs,
    pause: async (ms: number) => {
      nowMs += ms;
      return Promise.resolve();
    },
    note: (text: string) => void notes.push(text),
    askAgain: async () => {
      askedAgain += 1;
      return Promise.resolve();
    },
  };
  return {
    ended: awaitRun(runs, { runId, job: 'enforce' }, waiting),
    notes,
    waitedMs: () => nowMs,
    askedAgain: () => askedAgain,
  };
}

test('a run is waited for until its record says how it ended, and the wait is reported every half minute', async () => {
  const { ended, notes, askedAgain } = aWait((seconds) =>
    seconds < 20 ? undefined : seconds < 70 ? begun : { ...begun, outcome },
  );

  expect(await ended).toEqual({ run: { ...begun, outcome }, outcome });
  expect(askedAgain()).toBe(0);
  expect(notes).toEqual([expect.stringMatching(/at work .*3\d s$/), expect.stringMatching(/at work .*6\d s$/)]);
});

test('a run that does not begin is given up after ten minutes, with the run that is in its way', async () => {
  const other = { ...begun, runId: 'enforce-2026-03-15T02:30:00.000Z-nightly' };

  const { ended, waitedMs } = aWait(() => undefined, [other]);

  await expect(ended).rejects.toThrow(/within 10 minutes \(the run enforce-\S+-nightly/u);
  expect(waitedMs()).toBeLessThan(610_000);
});

test('a run without a record is asked for again every half minute, since one that finds another at work leaves none', async () => {
  const { ended, askedAgain } = aWait((seconds) => (seconds < 100 ? undefined : { ...begun, outcome }));

  await ended;

  expect(askedAgain()).toBe(3);
});

test('where no other run is at work, the alarms are where to look', async () => {
  await expect(aWait(() => undefined).ended).rejects.toThrow(/alarms .*log/);
});

test('a run that never ends is given up after an hour; it may still end', async () => {
  const { ended, waitedMs } = aWait(() => begun);

  await expect(ended).rejects.toThrow(/after 60 minutes/u);
  expect(waitedMs()).toBeLessThan(61 * 60_000);
});
