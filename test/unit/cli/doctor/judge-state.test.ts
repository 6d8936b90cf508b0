import { expect, test } from 'vitest';

import { judgeRuns } from '../../../../cli/doctor/judge-state.ts';
import { jobs } from '../../../../shared/jobs.ts';
import { enforceJob } from '../../../../shared/kernel/runs/run-id.ts';
import { memoryRunStore } from '../../../../shared/kernel/runs/store/memory-run-store.ts';
import { partOf } from '../../../support/part-of.ts';

const nowMs = Date.parse('2026-03-15T12:00:00.000Z');

/** Every job has just run, and the one that sets limits as of a moment. */
async function judgeWith(appliedAt: string) {
  const runs = memoryRunStore(new Map(), { now: () => nowMs });
  const at = new Date(nowMs - 60_000).toISOString();
  for (const { name } of jobs) {
    await runs.put({ runId: `${name}-run`, job: name, at: name === enforceJob ? appliedAt : at, startedAt: at });
  }
  await runs.markApplied(enforceJob, appliedAt);
  return judgeRuns(partOf({ runs }), nowMs);
}

test('runs that are held because limits were set as of a later moment are a warning that says until when', async () => {
  const ahead = '2026-03-15T18:00:00.000Z';

  const result = await judgeWith(ahead);

  expect(result).toMatchObject({ kind: 'warning', problem: expect.stringContaining(`as of ${ahead}`) });
});

test('limits that were set as of an earlier moment are in order', async () => {
  expect(await judgeWith('2026-03-15T02:30:00.000Z')).toMatchObject({ kind: 'ok' });
});
