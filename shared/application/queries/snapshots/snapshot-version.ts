import { historyStart } from '../../../domain/ledger/reading-range.ts';
import { runsGoingOn } from '../../../domain/runs/run.ts';
import { enforceJob } from '../../../domain/runs/run-id.ts';
import { addDays, dayOf } from '../../../domain/time/day.ts';
import { sha256 } from '../../../domain/sha256.ts';
import type { TablePorts } from '../../enforcement/collect/collect-tables.ts';
import type { Clock, RunStore } from '../../runs/ports.ts';

/** What a snapshot would be read from now, in short. */
export interface SnapshotVersion {
  readonly text: string;
  /** No run is at work that may be writing limits, users or figures at this moment. */
  readonly isSettled: boolean;
}

/** The jobs that write users, figures and limits, beside what people edit. */
const writers = [enforceJob, 'live', 'roster'];
/** More runs of one job than can be at work at once. */
export const recentRunsMax = 20;

interface VersionPorts extends TablePorts {
  readonly clock: Clock;
  readonly runs: RunStore;
}

/**
 * The version of a snapshot: two of one version tell the same. What people edit, some of them in the tables themselves,
 * is in it whole. Of the tables that runs alone write, which hold a row for everybody, it has the runs and the ledger's
 * days in their place: each run that begins or ends, and each day that is read again, makes another one.
 */
export async function readSnapshotVersion(
  { budgets, teams, grants, ledger, live, runs, clock }: VersionPorts,
  atMs: number,
): Promise<SnapshotVersion> {
  const yesterday = addDays(dayOf(atMs), -1);
  const [edited, days, state, recent] = await Promise.all([
    Promise.all([budgets.list(), teams.list(), grants.list()]),
    ledger.listDays({ from: historyStart, through: yesterday }),
    live?.readState(),
    Promise.all(writers.map(async (job) => runs.list(job, recentRunsMax))),
  ]);
  const all = recent.flat();
  const known = all.map(({ runId, startedAt, finishedAt, outcome }) => [runId, startedAt, finishedAt, outcome?.status]);
  return {
    text: sha256(JSON.stringify([dayOf(atMs), edited, days, state, known])),
    isSettled: runsGoingOn(all, clock.now()).size === 0,
  };
}
