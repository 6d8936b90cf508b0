import type { SnapshotOrder, SnapshotPorts } from '../application/queries/read-snapshot.ts';
import { systemClock } from '../runtime/system-clock.ts';
import type { OperationWork } from './operation.ts';

/** How everybody stands as of a moment (Unix milliseconds; now unless given), with the settings of the installation. */
export function snapshotOrder(
  { installation, nowMs }: Pick<OperationWork, 'installation' | 'nowMs'>,
  atMs = nowMs,
): SnapshotOrder {
  return { atMs, settings: installation.readSettings() };
}

export function snapshotPorts({ installation }: Pick<OperationWork, 'installation'>): SnapshotPorts {
  const { users, budgets, teams, grants, ledger, limits, runs, live } = installation;
  return { clock: systemClock, users, budgets, teams, grants, ledger, limits, runs, live };
}
