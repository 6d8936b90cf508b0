import type { ComputerCalls } from '../../adapters/platform/platform-calls.ts';
import { platformComputers } from '../../adapters/platform/platform-computers.ts';
import { platformSessionSource } from '../../adapters/platform/platform-session-source.ts';
import type { ComputerPorts } from '../../application/watchers/computers/ports.ts';
import * as furtherStores from '../further-stores.ts';
import type * as stores from '../stores.ts';
import { watcherPorts, type WatcherTable } from './watcher-ports.ts';

/** The tables that the watcher of computers has to do with. */
type ComputerTable = WatcherTable | 'computers' | 'records';

interface ComputerClients extends stores.Tables<ComputerTable> {
  readonly platform: ComputerCalls;
}

/** The ports of the watcher of computers on the real things. Nothing is called yet. */
export function computerPorts(clients: ComputerClients): ComputerPorts {
  return {
    ...watcherPorts(clients),
    fleet: furtherStores.fleet(clients),
    store: furtherStores.computers(clients),
    computers: platformComputers(clients.platform),
    sessions: platformSessionSource(clients.platform),
  };
}
