import type { Collected } from '../../../enforcement/collected.ts';
import type { TablePorts } from '../../../enforcement/use-cases/collect/collect-tables.ts';
import type { Clock, RunStore } from '../../../kernel/runs/ports.ts';
import { enforceJob, isNightlyRun } from '../../../kernel/runs/run-id.ts';
import { type Run, runsGoingOn } from '../../../kernel/runs/run.ts';
import { sha256 } from '../../../kernel/sha256.ts';
import { addDays, dayOf } from '../../../kernel/time/day.ts';
import { historyStart } from '../../../ledger/reading-range.ts';
import type { Snapshot } from '../../snapshot.ts';

interface SnapshotVersion {
  readonly text: string;
  /** No active run may be writing limits, users or figures. */
  readonly isSettled: boolean;
  /** The version of the ledger's rows; absent while a run may be writing them. */
  readonly ledger?: string | undefined;
}

const writers = [enforceJob, 'live', 'roster'];
/** More runs of one job than can be active at once. */
export const recentRunsMax = 20;

/**
 * The version of a snapshot: equal versions give equal snapshots. It holds all data that people edit, some of it in the
 * tables directly. Tables that only runs write have a row per user, so the runs and the ledger's days stand for them:
 * each start or end of a run, and each reread day, gives another version.
 */
export async function readSnapshotVersion(
  {
    budgets,
    teams,
    grants,
    ledger,
    live,
    runs,
    clock,
  }: TablePorts & { readonly clock: Clock; readonly runs: RunStore },
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
  // No other run reads the platform.
  const nights = all.filter(({ job, runId }) => job === enforceJob && isNightlyRun(runId));
  const isSettled = runsGoingOn(nights, clock.now()).size === 0;
  return {
    text: sha256(JSON.stringify([dayOf(atMs), edited, days, state, all.map(factsOf)])),
    isSettled: runsGoingOn(all, clock.now()).size === 0,
    ledger: isSettled ? sha256(JSON.stringify([dayOf(atMs), days, nights.map(factsOf)])) : undefined,
  };
}

function factsOf({ runId, startedAt, finishedAt, outcome }: Run): readonly unknown[] {
  return [runId, startedAt, finishedAt, outcome?.status];
}

export interface ReadSnapshot extends Snapshot {
  readonly collected: Collected;
}

export interface WantedSnapshot {
  /** The moment and the rules: only equal requests share a snapshot. */
  readonly of: string;
  /** The version a new read would have. */
  readonly version: () => Promise<SnapshotVersion>;
  /** `earlier`: one of the same ledger, whose rows need not be read again. */
  readonly read: (earlier?: ReadSnapshot) => Promise<ReadSnapshot>;
}

export type ShareSnapshot = (wanted: WantedSnapshot) => Promise<ReadSnapshot>;

interface SharedSnapshot {
  readonly of: string;
  readonly begunMs: number;
  /** The version before the read began. */
  readonly version: Promise<SnapshotVersion>;
  readonly snapshot: Promise<ReadSnapshot>;
  /** When the rows of its ledger were read. */
  readonly rowsMs: Promise<number>;
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
    const begunMs = clock();
    const before = last?.of === of ? last : undefined;
    const earlier = versionNow.then(async ({ ledger }) => sameLedger(before, ledger, begunMs));
    const own = {
      of,
      begunMs,
      version: versionNow,
      snapshot: earlier.then(async (known) => read(known?.snapshot)),
      rowsMs: earlier.then((known) => known?.rowsMs ?? begunMs),
    };
    own.rowsMs.catch(() => undefined);
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

/** An edit, and a run that only sets limits, leave the rows as they are: most of what a snapshot reads. */
async function sameLedger(before: SharedSnapshot | undefined, ledger: string | undefined, nowMs: number) {
  const known = await before?.version.catch(() => undefined);
  if (before === undefined || ledger === undefined || known?.ledger !== ledger) {
    return undefined;
  }
  const [snapshot, rowsMs] = await Promise.all([before.snapshot.catch(() => undefined), before.rowsMs]);
  return snapshot === undefined || nowMs - rowsMs >= keptMsMax ? undefined : { snapshot, rowsMs };
}

function tellsTheSame(kept: SnapshotVersion | undefined, now: SnapshotVersion, ageMs: number): boolean {
  return kept?.text === now.text && ((kept.isSettled && now.isSettled) || ageMs < unsettledMsMax);
}
