import { expect, test } from 'vitest';

import { lateRuns, type ScheduleTimes } from '../../../../shared/kernel/runs/late-runs.ts';
import { runIdOf } from '../../../../shared/kernel/runs/run-id.ts';
import type { Run } from '../../../../shared/kernel/runs/run.ts';

const dueAt = '2026-03-15T02:30:00.000Z';
const nightly: ScheduleTimes = { job: 'enforce', schedule: 'nightly', dueAt };
const turn: ScheduleTimes = { job: 'enforce', schedule: 'window-start', dueAt: '2026-03-15T00:05:00.000Z' };
const usual = { isFirstOfWindow: false };

function aRun(at: string, { job = 'enforce', suffix = 'nightly' } = {}): Run {
  return { runId: runIdOf(job, Date.parse(at), suffix), job, at, startedAt: at };
}

test('a night that is recorded is not late, whoever began it', () => {
  expect(lateRuns([nightly], [aRun(dueAt)], usual)).toEqual([]);
  expect(lateRuns([nightly], [aRun('2026-03-15T03:30:00.000Z', { suffix: 'hourly' })], usual)).toEqual([]);
  expect(lateRuns([nightly], [aRun('2026-03-15T02:31:00.000Z', { suffix: 'by-hand-1a' })], usual)).toEqual([]);
});

test('a night of which there is no record is late', () => {
  expect(lateRuns([nightly], [aRun('2026-03-14T02:30:00.000Z')], usual)).toEqual([nightly]);
});

test('a run after an edit, or one that applied a plan, is no night', () => {
  const others = ['edit-1a', 'apply-1a', 'window-start'].map((suffix) => aRun('2026-03-15T03:00:00.000Z', { suffix }));

  expect(lateRuns([nightly], others, usual)).toEqual([nightly]);
});

test('the run of a window’s start is due on the first day of the window alone', () => {
  const before = [aRun('2026-03-14T02:30:00.000Z')];
  const done = aRun('2026-03-15T00:05:00.000Z', { suffix: 'window-start' });

  expect(lateRuns([turn], before, usual)).toEqual([]);
  expect(lateRuns([turn], before, { isFirstOfWindow: true })).toEqual([turn]);
  expect(lateRuns([turn], [done, ...before], { isFirstOfWindow: true })).toEqual([]);
});

test('the hourly run is never late: after a complete night it has nothing to do', () => {
  expect(lateRuns([{ ...nightly, schedule: 'hourly' }], [aRun('2026-03-10T02:30:00.000Z')], usual)).toEqual([]);
});

test('of another job every schedule is due', () => {
  const controls = { job: 'controls', schedule: 'every-5-minutes', dueAt };
  const runs = (at: string) => [aRun(at, { job: 'controls', suffix: 'every-5-minutes' })];

  expect(lateRuns([controls], runs('2026-03-15T02:25:00.000Z'), usual)).toEqual([controls]);
  expect(lateRuns([controls], runs(dueAt), usual)).toEqual([]);
});

test('nothing is late before the first run', () => {
  expect(lateRuns([nightly, turn], [], { isFirstOfWindow: true })).toEqual([]);
});

test('a schedule that was not due yet has no late run', () => {
  const { dueAt: _, ...notDue } = nightly;

  expect(lateRuns([notDue], [aRun('2026-03-10T02:30:00.000Z')], usual)).toEqual([]);
});

test('a night does for the start of a window, and the start of a window for no night', () => {
  const start = aRun('2026-03-15T02:30:00.000Z', { suffix: 'window-start' });
  const first = { isFirstOfWindow: true };

  expect(lateRuns([turn, nightly], [aRun(dueAt)], first)).toEqual([]);
  expect(lateRuns([turn, nightly], [start], first)).toEqual([nightly]);
});

test('of another job a run of any name does', () => {
  const controls = { job: 'controls', schedule: 'hourly', dueAt };
  const byEdit = aRun(dueAt, { job: 'controls', suffix: 'edit-1a' });

  expect(lateRuns([controls], [byEdit], usual)).toEqual([]);
});
