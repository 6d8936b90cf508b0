import { expect, test } from 'vitest';

import type { Run } from '../../../../../shared/kernel/runs/run.ts';
import { listRuns } from '../../../../../shared/kernel/runs/use-cases/list-runs.ts';
import { partOf } from '../../../../support/part-of.ts';

test('the runs of several jobs are listed newest first, of one moment by their id, and no more than wanted', async () => {
  const hour = (hours: string, runId: string): Run => {
    const at = `2026-03-15T${hours}:00:00.000Z`;
    return { runId, job: 'j', at, startedAt: at };
  };
  const asked: unknown[] = [];
  const runs = {
    list: async (job: string, countMax: number) => {
      asked.push([job, countMax]);
      return job === 'a' ? [hour('03', 'a-3'), hour('01', 'a-1')] : [hour('03', 'b-3'), hour('02', 'b-2')];
    },
  };

  expect((await listRuns(partOf(runs), ['a', 'b'], 3)).map(({ runId }) => runId)).toEqual(['b-3', 'a-3', 'b-2']);
  expect((await listRuns(partOf(runs), ['b', 'a'], 9)).map(({ runId }) => runId)).toEqual(['b-3', 'a-3', 'b-2', 'a-1']);
  expect(asked.slice(0, 2)).toEqual([
    ['a', 3],
    ['b', 3],
  ]);
});
