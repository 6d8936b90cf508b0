import type { Snapshot } from '../../../domain/explanation/snapshot.ts';
import { historyStart } from '../../../domain/ledger/reading-range.ts';
import { enforceJob } from '../../../domain/runs/run-id.ts';
import { runsGoingOn } from '../../../domain/runs/run.ts';
import { sha256 } from '../../../domain/sha256.ts';
import { addDays, dayOf } from '../../../domain/time/day.ts';
import type { Collected, TablePorts } from '../../enforcement/collect/collect-tables.ts';
import type { Clock, RunStore } from '../../runs/ports.ts';

/** What a snapshot would be read from now, in short. */
interface SnapshotVersion {
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

/** A snapshot, with what it was made from. */
export interface ReadSnapshot extends Snapshot {
  readonly collected: Collected;
}

export interface WantedSnapshot {
  /** As of when and by what rules: only those who want the same can share one. */
  readonly of: string;
  /** What it would be read from now. */
  readonly version: () => Promise<SnapshotVersion>;
  readonly read: () => Promise<ReadSnapshot>;
}

/** Reads a snapshot, or gives one that tells what a new one would. */
export type ShareSnapshot = (wanted: WantedSnapshot) => Promise<ReadSnapshot>;

interface Kept {
  readonly of: string;
  readonly begunMs: number;
  /** As it was before the reading began. */
  readonly version: Promise<SnapshotVersion>;
  readonly snapshot: Promise<ReadSnapshot>;
}

/** So long a snapshot is kept: that of a large organization is large. */
const keptMsMax = 600_000;
/** While a run is at work, limits move under one version: what was read during it is given for so long. */
const unsettledMsMax = 60_000;

/**
 * One snapshot for all who asked before it was begun, whatever each wants of it, and for all who ask later while a new
 * one would tell the same. An edit that somebody has made is in what they read after it. Moments in milliseconds of one
 * clock that never goes back; `askedMs` is when a call came.
 */
export function sharedSnapshots(clock = () => performance.now()): (askedMs: number) => ShareSnapshot {
  let last: Kept | undefined;

  function begin({ of, read, version }: WantedSnapshot, known?: SnapshotVersion): Kept {
    const versionNow = known === undefined ? version() : Promise.resolve(known);
    const own = { of, begunMs: clock(), version: versionNow, snapshot: versionNow.then(read) };
    last = own;
    const drop = (): void => {
      last = last === own ? undefined : last;
    };
    setTimeout(drop, keptMsMax).unref();
    own.snapshot.catch(drop);
    return own;
  }

  return (askedMs) => async (wanted) => {
    const kept = last;
    if (kept === undefined || kept.of !== wanted.of || clock() - kept.begunMs >= keptMsMax) {
      return begin(wanted).snapshot;
    }
    if (kept.begunMs >= askedMs) {
      return kept.snapshot;
    }
    const versionNow = await wanted.version();
    return tellsTheSame(await kept.version.catch(() => undefined), versionNow, clock() - kept.begunMs)
      ? kept.snapshot
      : shareBegun(wanted, versionNow, askedMs);
  };

  /** Another call may have begun one while the version was being read. */
  async function shareBegun(wanted: WantedSnapshot, version: SnapshotVersion, askedMs: number): Promise<ReadSnapshot> {
    return last !== undefined && last.of === wanted.of && last.begunMs >= askedMs
      ? last.snapshot
      : begin(wanted, version).snapshot;
  }
}

function tellsTheSame(kept: SnapshotVersion | undefined, now: SnapshotVersion, ageMs: number): boolean {
  return kept?.text === now.text && ((kept.isSettled && now.isSettled) || ageMs < unsettledMsMax);
}
