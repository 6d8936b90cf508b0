import type { RosterWatchPorts } from '../../application/watchers/watch-roster.ts';
import * as stores from '../stores.ts';
import { watcherPorts, type WatcherTable } from './watcher-ports.ts';

/** The tables that say how everybody stands, with those of every watcher. */
export type SnapshotTable = WatcherTable | 'budgets' | 'grants' | 'ledger' | 'limits' | 'teams' | 'users' | 'versions';

/** The ports of the watcher of the roster on the real things; the platform is none of them. Nothing is called yet. */
export function rosterPorts(clients: stores.Tables<SnapshotTable>): RosterWatchPorts {
  return {
    ...watcherPorts(clients),
    budgets: stores.budgets(clients),
    teams: stores.teams(clients),
    grants: stores.grants(clients),
    users: stores.users(clients),
    ledger: stores.ledger(clients),
    limits: stores.limits(clients),
  };
}
