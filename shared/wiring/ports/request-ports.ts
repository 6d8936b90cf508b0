import type { NotifyRequestsPorts } from '../../application/requests/notify-requests.ts';
import * as furtherStores from '../further-stores.ts';
import { latePorts } from '../late-ports.ts';
import type * as stores from '../stores.ts';
import type { SnapshotTable } from './snapshot-ports.ts';
import { watcherPorts, type WatcherTable } from './watcher-ports.ts';

const snapshotNames = ['budgets', 'grants', 'ledger', 'limits', 'teams', 'users'] as const;

/**
 * The ports of the job that notifies of requests, on the real things: of its runs, those alone in which somebody newly
 * asks for credits look how everybody stands. Nothing is called yet.
 */
export function requestPorts(clients: stores.Tables<WatcherTable | SnapshotTable | 'requests'>): NotifyRequestsPorts {
  return {
    ...watcherPorts(clients),
    ...latePorts(snapshotNames, async () => (await import('./snapshot-ports.ts')).snapshotPorts(clients)),
    requests: furtherStores.requests(clients),
    invitations: furtherStores.invitations(clients),
  };
}
