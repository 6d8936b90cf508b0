import type { Installation } from '../../local/installation.ts';
import type { SnapshotOrder, SnapshotPorts } from '../../shared/application/queries/read-snapshot.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { parseMoment } from '../frame/moment.ts';

export interface AsOfOptions {
  readonly at?: string;
}

/** Unix milliseconds of `--at`; now when it is not given. */
export function momentOf({ io }: CommandContext, { at }: AsOfOptions): number {
  return at === undefined ? io.now() : parseMoment(at);
}

/** As of when a command looks, with the settings of the installation. */
export function standingOrder(installation: Installation, atMs: number): SnapshotOrder {
  return { atMs, settings: installation.readSettings() };
}

export function standingPorts({ users, budgets, teams, grants, ledger, limits, runs }: Installation): SnapshotPorts {
  return { clock: systemClock, users, budgets, teams, grants, ledger, limits, runs };
}
