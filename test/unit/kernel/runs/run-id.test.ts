import { expect, test } from 'vitest';

import {
  applySuffix,
  dividesAnew,
  editSuffix,
  enforceJob,
  isEditRun,
  isNightlyRun,
  isReportedRun,
  isWindowStart,
  jobOfRun,
  reportedSuffix,
  runIdOf,
  windowStartSuffix,
} from '../../../../shared/kernel/runs/run-id.ts';

const atMs = Date.parse('2026-03-15T02:30:00.000Z');

test.for([
  ['nightly', 'nightly'],
  ['by-hand', 'nightly'],
  [windowStartSuffix, 'window start'],
  [`${editSuffix}-7`, 'edit'],
  [`${editSuffix}-4fe9-a01`, 'edit'],
  [`${applySuffix}-4fe9-a01`, 'apply'],
] as const)('a run that ends in "%s" is reported by its id: %s', ([suffix, kind]) => {
  const runId = runIdOf(enforceJob, atMs, suffix);

  expect({ edit: isEditRun(runId), nightly: isNightlyRun(runId), start: isWindowStart(runId) }).toEqual({
    edit: kind === 'edit',
    nightly: kind === 'nightly',
    start: kind === 'window start',
  });
});

test('ids of runs of one job sort by the moment as of which they run', () => {
  const ids = [atMs, Date.parse('2026-12-01T02:30:00Z')].map((ms) => runIdOf(enforceJob, ms, 'nightly'));

  expect(ids[0]).toBe('enforce-2026-03-15T02:30:00.000Z-nightly');
  expect(ids.toSorted()).toEqual(ids);
});

test('the id of a run names its job, whatever the job is called and however the id ends', () => {
  const suffixes = ['nightly', '2026-03-15T02:30:00.000Z-nightly', 'by-hand-1a'];
  for (const suffix of suffixes) {
    expect(jobOfRun(runIdOf('enforce', atMs, suffix))).toBe('enforce');
    expect(jobOfRun(runIdOf('live-guard-2', atMs, suffix))).toBe('live-guard-2');
  }
});

test.for([
  'nightly',
  '',
  'enforce-2026-03-15',
  'enforce-2026-03-15T02:30:00.000Z',
  '-2026-03-15T02:30:00.000Z-nightly',
  'enforce-26-03-15T02:30:00.000Z-nightly',
  'enforce-2026-03-15Tsoon-nightly',
])('"%s" is no id of a run, and names no job', (text) => {
  expect(jobOfRun(text)).toBeUndefined();
});

test('a run that hooks started is known by the end of its id', () => {
  expect(isReportedRun(runIdOf('guard', atMs, reportedSuffix))).toBe(true);
  expect(isReportedRun(runIdOf('guard', atMs, 'reported-1a'))).toBe(false);
  expect(isReportedRun('-reported-nightly')).toBe(false);
  expect(runIdOf('guard', atMs, reportedSuffix)).toBe('guard-2026-03-15T02:30:00.000Z-reported');
});

test.for([
  ['edit-1a-of-others!', 'nightly'],
  ['apply-1a-of-others!', 'nightly'],
] as const)('a suffix that only begins as "%s" is %s', ([suffix]) => {
  const runId = runIdOf(enforceJob, atMs, suffix);

  expect([isEditRun(runId), isNightlyRun(runId)]).toEqual([false, true]);
});

test.for([
  [enforceJob, 'nightly', true],
  [enforceJob, windowStartSuffix, true],
  [enforceJob, `${applySuffix}-1a`, true],
  [enforceJob, `${editSuffix}-1a`, false],
  ['controls', 'nightly', false],
  ['controls', `${editSuffix}-1a`, false],
] as const)('a run of %s that ends in "%s" divides all pools anew: %s', ([job, suffix, isAnew]) => {
  expect(dividesAnew(runIdOf(job, atMs, suffix))).toBe(isAnew);
});
