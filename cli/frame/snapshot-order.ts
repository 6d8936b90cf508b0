import type { SnapshotOrder, SnapshotPorts } from '../../shared/application/queries/read-snapshot.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import type { Installation } from '../../shared/wiring/installation.ts';

/** As of when a command looks, with the settings of the installation. */
export function snapshotOrder(installation: Installation, atMs: number): SnapshotOrder {
  return { atMs, settings: installation.readSettings() };
}

export function snapshotPorts({ users, budgets, teams, grants, ledger, limits, runs }: Installation): SnapshotPorts {
  return { clock: systemClock, users, budgets, teams, grants, ledger, limits, runs };
}
