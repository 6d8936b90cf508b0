import type { Collected } from '../../../enforcement/collected.ts';
import type { TablePorts } from '../../../enforcement/use-cases/collect/collect-tables.ts';
import type { Clock, RunStore } from '../../../kernel/runs/ports.ts';
import { enforceJob } from '../../../kernel/runs/run-id.ts';
import { runsGoingOn } from '../../../kernel/runs/run.ts';
import { sha256 } from '../../../kernel/sha256.ts';
import { addDays, dayOf } from '../../../kernel/time/day.ts';
import { historyStart } from '../../../ledger/reading-range.ts';
import type { Snapshot } from '../../snapshot.ts';

interface SnapshotVersion {
  readonly text: string;
  /** No active run may be writing limits, users or figures. */
  readonly isSettled: boolean;
}

const writers = [enforceJob, 'live', 'roster'];
/** More runs of one job than can be active at once. */
export const recentRunsMax = 20;

interface VersionPorts extends TablePorts {
  readonly clock: Clock;
  readonly runs: RunStore;
}

/**
 * The version of a snapshot: equal versions give equal snapshots. It holds all data that people edit, some of it in the
 * tables directly. Tables that only runs write have a row per user, so the runs and the ledger's days stand for them:
 * each start or end of a run, and each reread day, gives another version.
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

export interface ReadSnapshot extends Snapshot {
  readonly collected: Collected;
}

export interface WantedSnapshot {
  /** The moment and the rules: only equal requests share a snapshot. */
  readonly of: string;
  /** The version a new read would have. */
  readonly version: () => Promise<SnapshotVersion>;
  readonly read: () => Promise<ReadSnapshot>;
}

export type ShareSnapshot = (wanted: WantedSnapshot) => Promise<ReadSnapshot>;

interface SharedSnapshot {
  readonly of: string;
  readonly begunMs: number;
  /** The version before the read began. */
  readonly version: Promise<SnapshotVersion>;
  readonly snapshot: Promise<ReadSnapshot>;
}

/** How long a snapshot is kept, since a large organization's is large. */
const keptMsMax = 600_000;
/** During a run limits change under one version, so what was read then is kept only this long. */
const unsettledMsMax = 60_000;

/**
 * Shares one snapshot among all callers who asked before its read began, and with later ones while its version is
 * current. A caller always sees its own earlier edits. Moments are in milliseconds of a monotonic clock; `askedMs` is
 * the time of the call.
 */
export function sharedSnapshots(clock = () => performance.now()): (askedMs: number) => ShareSnapshot {
  let last: SharedSnapshot | undefined;

  function begin({ of, read, version }: WantedSnapshot, known?: SnapshotVersion): SharedSnapshot {
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

  /** Another call may have begun one while the version was read. */
  async function shareBegun(wanted: WantedSnapshot, version: SnapshotVersion, askedMs: number): Promise<ReadSnapshot> {
    return last !== undefined && last.of === wanted.of && last.begunMs >= askedMs
      ? last.snapshot
      : begin(wanted, version).snapshot;
  }
}

function tellsTheSame(kept: SnapshotVersion | undefined, now: SnapshotVersion, ageMs: number): boolean {
  return kept?.text === now.text && ((kept.isSettled && now.isSettled) || ageMs < unsettledMsMax);
}
