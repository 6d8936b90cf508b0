import { compareText } from '../../texts/compare-text.ts';
import type { RunStore } from '../ports.ts';
import type { Run } from '../run.ts';

export async function listRuns(runs: RunStore, jobs: readonly string[], countMax: number): Promise<readonly Run[]> {
  const lists = await Promise.all(jobs.map((job) => runs.list(job, countMax)));
  return lists.flat().toSorted(newestFirst).slice(0, countMax);
}

function newestFirst(a: Run, b: Run): number {
  return Date.parse(b.at) - Date.parse(a.at) || compareText(b.runId, a.runId);
}
