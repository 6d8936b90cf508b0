import { enforceJob, isNightlyRun } from '../../domain/runs/run-id.ts';
import type { Run, RunOutcome } from '../../domain/runs/run.ts';
import type { RunStore } from '../runs/ports.ts';
import type { RunContext } from '../runs/run-context.ts';

/** So many of the latest runs are looked through. */
const recentRunsMax = 50;

/**
 * A run of the same id that left nothing to do; for a repeated schedule, any such run of this night. An event that is
 * delivered again after a failure is a new try.
 */
export async function findFinished(
  runs: RunStore,
  { today }: RunContext,
  order: { readonly runId: string; readonly onlyIfUnfinished: boolean },
): Promise<Run | undefined> {
  const same = await runs.find(order.runId);
  if (leftNothingToDo(same?.outcome)) {
    return same;
  }
  if (!order.onlyIfUnfinished) {
    return undefined;
  }
  const recent = await runs.list(enforceJob, recentRunsMax);
  return recent.find((run) => run.at.startsWith(today) && isNightlyRun(run.runId) && leftNothingToDo(run.outcome));
}

function leftNothingToDo(outcome: RunOutcome | undefined): boolean {
  return (outcome?.status === 'complete' || outcome?.status === 'partial') && !outcome.isUnfinished;
}
