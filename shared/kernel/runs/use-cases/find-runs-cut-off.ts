import { limitsLease } from '../../../enforcement/use-cases/enforcement-work.ts';
import type { LeaseStore, RunStore } from '../ports.ts';
import { enforceJob, liveJob } from '../run-id.ts';
import { hasNoEnd, runsCutOff, type Run } from '../run.ts';

interface CutOffPorts {
  readonly leases: LeaseStore;
}

/** The ids of those of some runs that were cut off, judged by the leases at a moment in Unix milliseconds. */
export async function findRunsCutOff(
  { leases }: CutOffPorts,
  runs: readonly Run[],
  nowMs: number,
): Promise<ReadonlySet<string>> {
  const open = [...new Set(runs.filter(hasNoEnd).map(({ job }) => job))];
  const free = await Promise.all(open.map(async (job) => ((await leases.isFree(leaseOf(job), nowMs)) ? [job] : [])));
  return runsCutOff(runs, { nowMs, freeJobs: new Set(free.flat()) });
}

/** More runs of a job than start within one run's time limit. */
const laterMax = 300;

export async function isRunCutOff(
  ports: CutOffPorts & { readonly runs: RunStore },
  run: Run,
  nowMs: number,
): Promise<boolean> {
  const around = hasNoEnd(run) ? [run, ...(await ports.runs.list(run.job, laterMax))] : [];
  return (await findRunsCutOff(ports, around, nowMs)).has(run.runId);
}

function leaseOf(job: string): string {
  return job === enforceJob || job === liveJob ? limitsLease.name : job;
}
