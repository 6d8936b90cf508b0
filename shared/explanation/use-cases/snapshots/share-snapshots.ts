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
  /** The version of the roster; absent while a run may be writing it. */
  readonly roster?: string | undefined;
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
  const isSettled = runsGoingOn(all, clock.now()).size === 0;
  const hasLedger = runsGoingOn(nights, clock.now()).size === 0;
  return {
    text: sha256(JSON.stringify([dayOf(atMs), edited, days, state, all.map(factsOf)])),
    isSettled,
    roster: isSettled ? sha256(JSON.stringify(all.map(factsOf))) : undefined,
    ledger: hasLedger ? sha256(JSON.stringify([dayOf(atMs), days, nights.map(factsOf)])) : undefined,
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
  /** Of this very moment, whose last snapshot may be given meanwhile. */
  readonly isNow?: boolean;
  /** The version a new read would have. */
  readonly version: () => Promise<SnapshotVersion>;
  /** `earlier`: one of the same ledger, whose rows need not be read again. */
  readonly read: (earlier?: ReadSnapshot) => Promise<ReadSnapshot>;
}

/** The last figures, given while newer ones are being made. */
export interface OldFigures {
  /** How long ago they were read, in milliseconds. */
  readonly ageMs: number;
  /** In how many milliseconds the newer ones are expected, by how long the last ones took. */
  readonly newerInMs: number;
  /** The version of their roster, as in `SnapshotVersion`. */
  readonly roster?: string | undefined;
}

/** The first figures are being made. */
export class FiguresPendingError extends Error {
  override readonly name = 'FiguresPendingError';
}

/** Gives the current snapshot. With `onOld`, soon the last one, and says so; FiguresPendingError without one. */
export type ShareSnapshot = (wanted: WantedSnapshot, onOld?: (old: OldFigures) => void) => Promise<ReadSnapshot>;

interface SharedSnapshot {
  readonly of: string;
  readonly begunMs: number;
  /** The version before the read began. */
  readonly version: Promise<SnapshotVersion>;
  readonly snapshot: Promise<ReadSnapshot>;
  /** When the rows of its ledger were read. */
  readonly rowsMs: Promise<number>;
}

interface MadeSnapshot {
  readonly snapshot: ReadSnapshot;
  readonly begunMs: number;
  readonly tookMs: number;
  readonly roster: string | undefined;
}

/** How long a snapshot is kept, since a large organization's is large. */
const keptMsMax = 600_000;
/** How long the last one is kept for those who may get it while a new one is made. */
const oldMsMax = 3_600_000;
/** During a run limits change under one version, so what was read then is kept only this long. */
const unsettledMsMax = 60_000;
/** A value, or undefined where it is not there after so many milliseconds. */
export async function within<Value>(value: Promise<Value>, waitMs: number): Promise<Value | undefined> {
  const over = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), waitMs).unref();
  });
  return Promise.race([value, over]);
}

/** How long a new one is waited for where the last one would do: in a small organization it is made sooner. */
export const patienceMs = 400;

/** The last snapshot of now, and the one that is being made. */
function lastMade(clock: () => number) {
  let made: MadeSnapshot | undefined;
  let making: SharedSnapshot | undefined;

  function end(own: SharedSnapshot): void {
    making = making === own ? undefined : making;
  }

  return {
    making: () => making,
    /** Follows one that is begun. */
    follow(own: SharedSnapshot): void {
      making = own;
      Promise.all([own.snapshot, own.version]).then(
        ([snapshot, { roster }]) => {
          end(own);
          if (made === undefined || made.begunMs < own.begunMs) {
            const kept = { snapshot, begunMs: own.begunMs, tookMs: clock() - own.begunMs, roster };
            made = kept;
            setTimeout(() => {
              made = made === kept ? undefined : made;
            }, oldMsMax).unref();
          }
        },
        () => {
          end(own);
          // Old figures hide no failure.
          made = undefined;
        },
      );
    },
    /** The last one, and what is told of it while `begun` is being made. Throws FiguresPendingError where there is none. */
    old(begun?: SharedSnapshot): { readonly snapshot: ReadSnapshot; readonly told: OldFigures } {
      if (made === undefined) {
        throw new FiguresPendingError();
      }
      const sinceMs = (making ?? begun)?.begunMs ?? clock();
      const newerInMs = Math.max(0, made.tookMs - (clock() - sinceMs));
      return { snapshot: made.snapshot, told: { ageMs: clock() - made.begunMs, newerInMs, roster: made.roster } };
    },
  };
}

/** The last snapshot that was begun, and those that are begun where it is not current. */
function begunSnapshots(clock: () => number, onBegun: (own: SharedSnapshot) => void) {
  let last: SharedSnapshot | undefined;

  function begin({ of, isNow, read, version }: WantedSnapshot, known?: SnapshotVersion): SharedSnapshot {
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
    if (isNow === true) {
      onBegun(own);
    }
    return own;
  }

  function young({ of }: WantedSnapshot): SharedSnapshot | undefined {
    return last !== undefined && last.of === of && clock() - last.begunMs < keptMsMax ? last : undefined;
  }

  async function isOf({ version, begunMs }: SharedSnapshot, now: SnapshotVersion): Promise<boolean> {
    return tellsTheSame(await version.catch(() => undefined), now, clock() - begunMs);
  }

  /** The last one, where it is current for a call. */
  async function ifCurrent(wanted: WantedSnapshot, askedMs: number): Promise<SharedSnapshot | undefined> {
    const kept = young(wanted);
    return kept === undefined || kept.begunMs >= askedMs || (await isOf(kept, await wanted.version()))
      ? kept
      : undefined;
  }

  /** The one that is current for a call, begun where none is. */
  async function current(wanted: WantedSnapshot, askedMs: number): Promise<SharedSnapshot> {
    const kept = young(wanted);
    if (kept === undefined) {
      return begin(wanted);
    }
    if (kept.begunMs >= askedMs) {
      return kept;
    }
    const versionNow = await wanted.version();
    return (await isOf(kept, versionNow)) ? kept : begunSince(wanted, versionNow, askedMs);
  }

  /** Another call may have begun one while the version was read. */
  function begunSince(wanted: WantedSnapshot, version: SnapshotVersion, askedMs: number): SharedSnapshot {
    return last !== undefined && last.of === wanted.of && last.begunMs >= askedMs ? last : begin(wanted, version);
  }

  return { ifCurrent, current };
}

interface SharingTerms {
  /** Begins none: gives the last one, whether it is current or not. */
  readonly isKept?: boolean;
}

/**
 * Shares one snapshot among all callers who asked before its read began, and with later ones while its version is
 * current. A caller always sees its own earlier edits, or is told that the figures are older. Moments are in
 * milliseconds of a monotonic clock; `askedMs` is the time of the call.
 */
export function sharedSnapshots(
  clock = () => performance.now(),
): (askedMs: number, terms?: SharingTerms) => ShareSnapshot {
  const now = lastMade(clock);
  const { ifCurrent, current } = begunSnapshots(clock, (own) => now.follow(own));

  function oldFor(onOld: ((old: OldFigures) => void) | undefined, begun?: SharedSnapshot): ReadSnapshot {
    const { snapshot, told } = now.old(begun);
    onOld?.(told);
    return snapshot;
  }

  return (askedMs, { isKept = false } = {}) =>
    async (wanted, onOld) => {
      if (isKept) {
        const kept = await ifCurrent(wanted, askedMs);
        return kept !== undefined && kept !== now.making() ? kept.snapshot : oldFor(onOld);
      }
      if (onOld === undefined || wanted.isNow !== true) {
        return (await current(wanted, askedMs)).snapshot;
      }
      // Edits in a row begin one after another, not one beside another.
      const earlier = now.making();
      const begun = earlier ?? (await current(wanted, askedMs));
      // A call may read several times, and waits but once.
      const waitMs = Math.min(patienceMs, Math.max(0, patienceMs - (clock() - askedMs)));
      const soon = await within(begun.snapshot, waitMs);
      if (soon !== undefined && (earlier === undefined || (await current(wanted, askedMs)) === earlier)) {
        return soon;
      }
      return oldFor(onOld, begun);
    };
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
