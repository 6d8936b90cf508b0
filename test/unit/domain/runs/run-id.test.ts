import { expect, test } from 'vitest';
import {
  applySuffix,
  editSuffix,
  enforceJob,
  isEditRun,
  isNightlyRun,
  isWindowStart,
  runIdOf,
  windowStartSuffix,
} from '../../../../shared/domain/runs/run-id.ts';

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
