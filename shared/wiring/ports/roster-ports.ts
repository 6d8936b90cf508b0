import type { RosterWatchPorts } from '../../roster/use-cases.ts';
import type * as stores from '../stores.ts';
import { snapshotPorts, type SnapshotTable } from './snapshot-ports.ts';
import { watcherPorts, type WatcherTable } from './watcher-ports.ts';

/** The ports of the watcher of the roster on the real things; the platform is none of them. Nothing is called yet. */
export function rosterPorts(clients: stores.Tables<WatcherTable | SnapshotTable>): RosterWatchPorts {
  return { ...watcherPorts(clients), ...snapshotPorts(clients) };
}
