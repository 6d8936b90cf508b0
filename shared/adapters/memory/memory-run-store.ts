import type { RunStore } from '../../application/ports.ts';
import { invariant } from '../../domain/invariant.ts';
import type { Run } from '../../domain/runs/run.ts';
import { compareText } from './ordering.ts';
import { storedCopy } from './stored-copy.ts';

/** Runs in memory, with the semantics of `dynamoRunStore`. */
export function memoryRunStore(): RunStore {
  const runs = new Map<string, Run>();
  const applied = new Map<string, string>();

  return {
    async find(runId) {
      return storedCopy(runs.get(runId));
    },
    async put(run) {
      runs.set(run.runId, storedCopy(run));
    },
    async list(job, countMax) {
      const ofJob = [...runs.values()].filter((run) => job === undefined || run.job === job);
      return storedCopy(ofJob.sort(newestFirst).slice(0, countMax));
    },
    async latestApplied(job) {
      return applied.get(job);
    },
    async markApplied(job, at) {
      const latest = applied.get(job);
      invariant(!Number.isNaN(Date.parse(at)), 'the moment applied is an instant');
      if (latest !== undefined && Date.parse(latest) > Date.parse(at)) {
        return false;
      }
      applied.set(job, at);
      return true;
    },
  };
}

function newestFirst(a: Run, b: Run): number {
  return Date.parse(b.at) - Date.parse(a.at) || compareText(b.runId, a.runId);
}
