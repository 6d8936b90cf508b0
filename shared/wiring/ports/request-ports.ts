import type { NotifyRequestsPorts } from '../../requests/use-cases/notify-requests.ts';
import * as furtherStores from '../further-stores.ts';
import type * as stores from '../stores.ts';
import { snapshotPorts, type SnapshotTable } from './snapshot-ports.ts';
import { watcherPorts, type WatcherTable } from './watcher-ports.ts';

/** The ports of the job that notifies of requests, on the real things. Nothing is called yet. */
export function requestPorts(clients: stores.Tables<WatcherTable | SnapshotTable | 'requests'>): NotifyRequestsPorts {
  return {
    ...watcherPorts(clients),
    ...snapshotPorts(clients),
    requests: furtherStores.requests(clients),
    invitations: furtherStores.invitations(clients),
  };
}
