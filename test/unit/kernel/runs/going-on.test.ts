import { expect, test } from 'vitest';

import { runsCutOff, runsGoingOn } from '../../../../shared/kernel/runs/run.ts';

const run = { runId: 'run-1', job: 'enforce', at: '2026-03-15T02:30:00.000Z', startedAt: '2026-03-15T02:30:00.000Z' };

test.for([
  ['has not finished', run, '2026-03-15T02:40:00Z', ['run-1']],
  ['has finished', { ...run, finishedAt: '2026-03-15T02:35:00.000Z' }, '2026-03-15T02:40:00Z', []],
  ['has not finished for almost an hour', run, '2026-03-15T03:29:59Z', ['run-1']],
  ['has not finished for an hour, and was stopped', run, '2026-03-15T03:30:00Z', []],
] as const)('of a run that %s', ([, known, now, expected]) => {
  expect([...runsGoingOn([known], Date.parse(now))]).toEqual(expected);
});

const soon = { nowMs: Date.parse('2026-03-15T02:45:00Z'), freeJobs: new Set<string>() };

test('a run without an end was cut off once a later one of its job has begun', () => {
  const cut = { runId: 'run-1', job: 'enforce', at: '2026-03-15T02:30:00Z', startedAt: '2026-03-15T02:30:00Z' };
  const later = { ...cut, runId: 'run-2', startedAt: '2026-03-15T02:40:00Z' };
  const other = { ...later, runId: 'run-3', job: 'controls' };

  expect([...runsCutOff([later, cut], soon)]).toEqual(['run-1']);
  expect([...runsCutOff([cut], soon)]).toEqual([]);
  expect([...runsCutOff([other, cut], soon)]).toEqual([]);
  expect([...runsCutOff([later, { ...cut, finishedAt: '2026-03-15T02:31:00Z' }], soon)]).toEqual([]);
});

test('the newest run without an end was cut off where the lease of its job is free, or its time is over', () => {
  const later = { nowMs: Date.parse('2026-03-15T03:30:00Z'), freeJobs: new Set<string>() };
  const ended = { ...run, runId: 'run-0', finishedAt: '2026-03-15T02:31:00Z' };

  expect([...runsCutOff([run, ended], { ...soon, freeJobs: new Set(['controls']) })]).toEqual([]);
  expect([...runsCutOff([run, ended], { ...soon, freeJobs: new Set(['enforce']) })]).toEqual(['run-1']);
  expect([...runsCutOff([run, ended], later)]).toEqual(['run-1']);
});
