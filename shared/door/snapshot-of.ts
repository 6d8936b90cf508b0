import type { SnapshotOrder, SnapshotPorts } from '../application/queries/read-snapshot.ts';
import { dayOf } from '../domain/time/day.ts';
import { systemClock } from '../runtime/system-clock.ts';
import type { OperationWork } from './operation.ts';

/** How everybody stands as of a moment (Unix milliseconds; now unless given), with the settings of the installation. */
export function snapshotOrder(
  { installation, nowMs, share }: Pick<OperationWork, 'installation' | 'nowMs' | 'share'>,
  atMs = nowMs,
): SnapshotOrder {
  const settings = installation.readSettings();
  // Who asks for now may get the now of somebody else of the same day.
  const of = atMs === nowMs ? dayOf(nowMs) : new Date(atMs).toISOString();
  return {
    atMs,
    settings,
    ...(share !== undefined && { share: async (read) => share(JSON.stringify([of, settings]), read) }),
  };
}

export function snapshotPorts({ installation }: Pick<OperationWork, 'installation'>): SnapshotPorts {
  const { users, budgets, teams, grants, ledger, limits, runs, live } = installation;
  return { clock: systemClock, users, budgets, teams, grants, ledger, limits, runs, live };
}
