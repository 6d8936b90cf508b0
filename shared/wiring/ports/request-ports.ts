import type { NotifyRequestsPorts } from '../../application/requests/notify-requests.ts';
import { rosterPorts, type SnapshotTable } from './roster-ports.ts';
import * as furtherStores from '../further-stores.ts';
import type * as stores from '../stores.ts';

/** The ports of the job that notifies of requests, on the real things. Nothing is called yet. */
export function requestPorts(clients: stores.Tables<SnapshotTable | 'requests'>): NotifyRequestsPorts {
  return {
    ...rosterPorts(clients),
    requests: furtherStores.requests(clients),
    invitations: furtherStores.invitations(clients),
  };
}
