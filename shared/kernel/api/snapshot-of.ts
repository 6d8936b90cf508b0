import type { PlanTerms } from '../../enforcement/planned.ts';
import {
  readSnapshot,
  type SnapshotOrder,
  type SnapshotPorts,
} from '../../explanation/use-cases/snapshots/read-snapshot.ts';
import {
  FiguresPendingError,
  type OldFigures,
  readSnapshotVersion,
  type ReadSnapshot,
} from '../../explanation/use-cases/snapshots/share-snapshots.ts';
import type { KnownUser } from '../../roster/person.ts';
import { systemClock } from '../runtime/system-clock.ts';
import { dayOf } from '../time/day.ts';
import type { OperationWork } from './operation.ts';
import { Problem } from './problem.ts';

/** The state of all users at a moment (Unix milliseconds; default now), under the installation's settings. */
export function snapshotOrder(
  { installation, nowMs, share, onOld }: Pick<OperationWork, 'installation' | 'nowMs' | 'share' | 'onOld'>,
  atMs = nowMs,
): SnapshotOrder {
  const settings = installation.readSettings();
  const isNow = atMs === nowMs;
  // Requests for now share the snapshots of the same day.
  const of = JSON.stringify([isNow ? dayOf(nowMs) : new Date(atMs).toISOString(), settings]);
  return {
    atMs,
    settings,
    share: share && (async (wanted) => share({ ...wanted, of, isNow }, onOld).catch(raisePending)),
  };
}

/** Passes on an error, figures that are not made yet as a problem. */
export function raisePending(error: unknown): never {
  throw error instanceof FiguresPendingError
    ? new Problem('computing', 'The figures are being computed, for the first time since the start; ask again soon')
    : error;
}

export function snapshotPorts({
  installation,
  tables = installation,
}: Pick<OperationWork, 'installation' | 'tables'>): SnapshotPorts {
  const { users, ledger, limits, runs, live } = installation;
  const { budgets, teams, grants } = tables;
  return { clock: systemClock, users, budgets, teams, grants, ledger, limits, runs, live };
}

type Asking = Pick<OperationWork, 'installation' | 'tables' | 'nowMs' | 'share'>;

/** The snapshot shared by questions; undefined for other calls. */
async function sharedSnapshot(work: Asking & Pick<OperationWork, 'onOld'>): Promise<ReadSnapshot | undefined> {
  if (work.share === undefined) {
    return undefined;
  }
  return readSnapshot(snapshotPorts(work), snapshotOrder(work));
}

/** The shared snapshot's inputs. Undefined without one, and while a run may write: confirmations would be refused. */
export async function sharedTables(work: Asking): Promise<PlanTerms | undefined> {
  const snapshot = await sharedSnapshot(work);
  if (snapshot === undefined) {
    return undefined;
  }
  // After the reading: a run may have begun meanwhile.
  const { isSettled } = await readSnapshotVersion(snapshotPorts(work), work.nowMs);
  return isSettled ? { collected: snapshot.collected, limits: [...snapshot.limits.values()] } : undefined;
}

/**
 * Every user ever on the roster: from the shared snapshot, if there is one. What a caller may see rests on it, so that
 * a page with older figures has the roster of now.
 */
export async function knownUsers(work: Asking & Pick<OperationWork, 'onOld'>): Promise<readonly KnownUser[]> {
  const known = work.onOld === undefined ? await sharedSnapshot(work) : await snapshotOfRosterNow(work);
  return known?.users ?? work.installation.users.list();
}

/** The shared snapshot, also an older one whose roster is the same; undefined where none is. */
async function snapshotOfRosterNow(work: Asking): Promise<ReadSnapshot | undefined> {
  const told: OldFigures[] = [];
  const snapshot = await sharedSnapshot({ ...work, onOld: (old) => told.push(old) }).catch((error: unknown) => {
    if (error instanceof Problem && error.kind === 'computing') {
      return undefined;
    }
    throw error;
  });
  const [old] = told;
  if (old === undefined || snapshot === undefined) {
    return snapshot;
  }
  const { roster } = await readSnapshotVersion(snapshotPorts(work), work.nowMs);
  return roster !== undefined && roster === old.roster ? snapshot : undefined;
}
