import { platformComputers } from '../../computers/platform/platform-computers.ts';
import type { ComputerPorts } from '../../computers/use-cases/ports.ts';
import type { ComputerCalls } from '../../kernel/platform/platform-calls.ts';
import { platformSessionSource } from '../../sessions/platform/platform-session-source.ts';
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
