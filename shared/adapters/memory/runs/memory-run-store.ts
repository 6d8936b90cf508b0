import { isDeepStrictEqual } from 'node:util';
import { HistoryConflictError, type Clock, type RunStore } from '../../../application/runs/ports.ts';
import { invariant } from '../../../domain/invariant.ts';
import { leftNothingToDo } from '../../../domain/runs/outcome.ts';
import {
  isBeforeNow,
  jobOfMark,
  judgeProgress,
  knownRuns,
  markOf,
  readProgress,
} from '../../../domain/runs/progress.ts';
import type { Run } from '../../../domain/runs/run.ts';
import { compareText } from '../../../domain/texts/compare-text.ts';
import { systemClock } from '../../../runtime/system-clock.ts';
import { putRow, type MemoryOrderRows } from './memory-lease-store.ts';
import { storedCopy } from '../stored-copy.ts';

/** Runs in memory, with the semantics of `dynamoRunStore`. */
export function memoryRunStore(rows: MemoryOrderRows = new Map(), clock: Clock = systemClock): RunStore {
  const runs = new Map<string, Run>();

  function ofJob(job: string): readonly Run[] {
    return [...runs.values()].filter((run) => run.job === job).toSorted(newestFirst);
  }

  function find(name: string): string | undefined {
    const stored = rows.get(name);
    const said = stored === undefined ? undefined : readProgress(stored);
    if (stored === undefined || isBeforeNow(said, clock.now())) {
      return said?.at;
    }
    const { progress, tampering } = judgeProgress(name, stored, knownRuns(ofJob(jobOfMark(name)), clock.now()));
    if (tampering !== undefined) {
      putRow(rows, { name, ...progress }, tampering);
    }
    return progress.at;
  }

  function move(name: string, at: string): boolean {
    const [atMs, latestMs] = [Date.parse(at), rows.get(name)?.['atMs']];
    invariant(!Number.isNaN(atMs), 'the moment of a mark is an instant');
    if (latestMs !== undefined && !(typeof latestMs === 'number' && latestMs <= atMs)) {
      return false;
    }
    putRow(rows, { name, at, atMs });
    return true;
  }

  return {
    async find(runId) {
      return storedCopy(runs.get(runId));
    },
    async put(run) {
      const stored = runs.get(run.runId);
      if (leftNothingToDo(stored?.outcome) && !isDeepStrictEqual(stored?.outcome, run.outcome)) {
        throw new HistoryConflictError(`the record of the run ${run.runId} is finished, and says something else`);
      }
      runs.set(run.runId, storedCopy(run));
    },
    list: async (job, countMax) => storedCopy(ofJob(job).slice(0, countMax)),
    latestApplied: async (job) => find(markOf('applied', job)),
    markApplied: async (job, at) => move(markOf('applied', job), at),
    latestSent: async (job) => find(markOf('sent', job)),
    async markSent(job, at) {
      move(markOf('sent', job), at);
    },
  };
}

function newestFirst(a: Run, b: Run): number {
  return Date.parse(b.at) - Date.parse(a.at) || compareText(b.runId, a.runId);
}
