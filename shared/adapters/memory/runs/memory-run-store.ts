import type { RunStore } from '../../../application/runs/ports.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { Run } from '../../../domain/runs/run.ts';
import { compareText } from '../../../domain/texts/compare-text.ts';
import { storedCopy } from '../stored-copy.ts';

/** Runs in memory, with the semantics of `dynamoRunStore`. */
export function memoryRunStore(): RunStore {
  const runs = new Map<string, Run>();
  const [applied, sent] = [new Map<string, string>(), new Map<string, string>()];

  function mark(moments: Map<string, string>, job: string, at: string): boolean {
    const latest = moments.get(job);
    invariant(!Number.isNaN(Date.parse(at)), 'the moment of a mark is an instant');
    if (latest !== undefined && Date.parse(latest) > Date.parse(at)) {
      return false;
    }
    moments.set(job, at);
    return true;
  }

  return {
    async find(runId) {
      return storedCopy(runs.get(runId));
    },
    async put(run) {
      runs.set(run.runId, storedCopy(run));
    },
    async list(job, countMax) {
      const ofJob = [...runs.values()].filter((run) => run.job === job);
      return storedCopy(ofJob.sort(newestFirst).slice(0, countMax));
    },
    async latestApplied(job) {
      return applied.get(job);
    },
    async markApplied(job, at) {
      return mark(applied, job, at);
    },
    async latestSent(job) {
      return sent.get(job);
    },
    async markSent(job, at) {
      mark(sent, job, at);
    },
  };
}

function newestFirst(a: Run, b: Run): number {
  return Date.parse(b.at) - Date.parse(a.at) || compareText(b.runId, a.runId);
}
