import type { PlanTerms } from '../../enforcement/planned.ts';
import {
  readSnapshot,
  type SnapshotOrder,
  type SnapshotPorts,
} from '../../explanation/use-cases/snapshots/read-snapshot.ts';
import { readSnapshotVersion, type ReadSnapshot } from '../../explanation/use-cases/snapshots/share-snapshots.ts';
import type { KnownUser } from '../../roster/person.ts';
import { systemClock } from '../runtime/system-clock.ts';
import { dayOf } from '../time/day.ts';
import type { OperationWork } from './operation.ts';

/** The state of all users at a moment (Unix milliseconds; default now), under the installation's settings. */
export function snapshotOrder(
  { installation, nowMs, share }: Pick<OperationWork, 'installation' | 'nowMs' | 'share'>,
  atMs = nowMs,
): SnapshotOrder {
  const settings = installation.readSettings();
  // Requests for now share the snapshots of the same day.
  const of = atMs === nowMs ? dayOf(nowMs) : new Date(atMs).toISOString();
  return {
    atMs,
    settings,
    share: share === undefined ? undefined : async (wanted) => share({ ...wanted, of: JSON.stringify([of, settings]) }),
  };
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
async function sharedSnapshot(work: Asking): Promise<ReadSnapshot | undefined> {
  if (work.share === undefined) {
    return undefined;
  }
  return readSnapshot(snapshotPorts(work), snapshotOrder(work));
}

/**
 * The inputs of the shared snapshot. Undefined when none is shared, and while a run may be writing: a confirmation of
 * what was shown must not be refused again and again.
 */
export async function sharedTables(work: Asking): Promise<PlanTerms | undefined> {
  const snapshot = await sharedSnapshot(work);
  if (snapshot === undefined) {
    return undefined;
  }
  // After the reading: a run may have begun meanwhile.
  const { isSettled } = await readSnapshotVersion(snapshotPorts(work), work.nowMs);
  return isSettled ? { collected: snapshot.collected, limits: [...snapshot.limits.values()] } : undefined;
}

/** Every user ever on the roster: from the shared snapshot, if there is one. */
export async function knownUsers(work: Asking): Promise<readonly KnownUser[]> {
  return (await sharedSnapshot(work))?.users ?? work.installation.users.list();
}
