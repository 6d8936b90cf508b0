import type { Snapshot } from '../../../domain/explanation/snapshot.ts';
import type { SnapshotVersion } from './snapshot-version.ts';

export interface WantedSnapshot {
  /** As of when and by what rules: only those who want the same can share one. */
  readonly of: string;
  /** What it would be read from now. */
  readonly version: () => Promise<SnapshotVersion>;
  readonly read: () => Promise<Snapshot>;
}

/** Reads a snapshot, or gives one that tells what a new one would. */
export type ShareSnapshot = (wanted: WantedSnapshot) => Promise<Snapshot>;

interface Kept {
  readonly of: string;
  readonly begunMs: number;
  /** As it was before the reading began. */
  readonly version: Promise<SnapshotVersion>;
  readonly snapshot: Promise<Snapshot>;
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
  async function shareBegun(wanted: WantedSnapshot, version: SnapshotVersion, askedMs: number): Promise<Snapshot> {
    return last !== undefined && last.of === wanted.of && last.begunMs >= askedMs
      ? last.snapshot
      : begin(wanted, version).snapshot;
  }
}

function tellsTheSame(kept: SnapshotVersion | undefined, now: SnapshotVersion, ageMs: number): boolean {
  return kept?.text === now.text && ((kept.isSettled && now.isSettled) || ageMs < unsettledMsMax);
}
