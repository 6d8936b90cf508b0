import { expect, test } from 'vitest';

import type { RunOutcome } from '../../../../shared/kernel/runs/run.ts';
import { logRun, RunFailedError } from '../../../../shared/kernel/runtime/log-run.ts';

const run = { runId: 'seats-1', job: 'seats' };
const hung = {
  kind: 'computer-hangs',
  subject: 'ci-1',
  severity: 'high',
  detail: 'secret words',
  action: null,
} as const;
const found = { findings: [hung], findingsMore: 2 };
const complete: RunOutcome = { status: 'complete', alerts: 2, ...found, isUnfinished: false, problems: [] };

function aLog() {
  const lines: Readonly<Record<string, unknown>>[] = [];
  return { lines, info: (message: string, fields: object) => void lines.push({ message, ...fields }) };
}

test('the end of a run is one line with its id, its figures and what the caller adds', () => {
  const log = aLog();

  const summary = logRun(log, { run, outcome: complete }, { schedule: 'hourly' });

  expect(log.lines).toEqual([{ message: 'run ended', ...summary, isRepeat: false, schedule: 'hourly' }]);
  expect(summary).toMatchObject({ runId: 'seats-1', job: 'seats', status: 'complete', alerts: 2, findings: 3 });
});

test('what a watcher has found is counted in the log, and not named there', () => {
  const summary = logRun(aLog(), { run, outcome: complete }, {});

  expect(JSON.stringify(summary)).not.toContain('secret words');
});

test('a held run is a normal end, and its line names the guard', () => {
  const held = { guard: 'another-run', detail: 'another run is reading' } as const;

  const summary = logRun(aLog(), { run, outcome: { ...complete, status: 'held', held } }, {});

  expect(summary).toMatchObject({ status: 'held', guard: 'another-run', detail: 'another run is reading' });
});

test('a run that failed is logged, then raised so that its event is tried again', () => {
  const log = aLog();
  const outcome: RunOutcome = { ...complete, status: 'failed', problems: ['no answer'] };

  expect(() => logRun(log, { run, outcome }, {})).toThrow(new RunFailedError('seats-1', ['no answer']));

  expect(log.lines).toMatchObject([{ status: 'failed', problems: ['no answer'] }]);
});

test('a run whose order has not taken effect is tried again, whatever its status', () => {
  expect(() => logRun(aLog(), { run, outcome: complete }, { isTriedAgain: true })).toThrow(RunFailedError);
});

test('of many problems twenty are logged, and how many more there are', () => {
  const problems = Array.from({ length: 50 }, (_, index) => `row ${index}`);

  const summary = logRun(aLog(), { run, outcome: { ...complete, problems } }, {});

  expect(summary.problems).toHaveLength(20);
  expect(summary.problemsMore).toBe(30);
});
