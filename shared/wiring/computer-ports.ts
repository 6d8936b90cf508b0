import { immediateSteps } from '../adapters/memory/immediate-steps.ts';
import { platformComputers } from '../adapters/platform/platform-computers.ts';
import type { ComputerCalls } from '../adapters/platform/platform-calls.ts';
import { platformSessionSource } from '../adapters/platform/platform-session-source.ts';
import type { ComputerPorts } from '../application/watchers/computers/watch-computers.ts';
import { randomIds } from '../runtime/random-ids.ts';
import { systemClock } from '../runtime/system-clock.ts';
import * as stores from './stores.ts';

/** The tables that the watcher of computers has to do with. */
type ComputerTable = 'alerts' | 'computers' | 'journal' | 'leases' | 'outbox' | 'recipients' | 'records' | 'runs';

export interface ComputerClients extends stores.Tables<ComputerTable> {
  readonly platform: ComputerCalls;
}

/** The ports of the watcher of computers on the real things. Nothing is called yet. */
export function computerPorts(clients: ComputerClients): ComputerPorts {
  return {
    clock: systemClock,
    ids: randomIds,
    steps: immediateSteps(),
    fleet: stores.fleet(clients),
    store: stores.computers(clients),
    computers: platformComputers(clients.platform),
    sessions: platformSessionSource(clients.platform),
    leases: stores.leases(clients),
    runs: stores.runs(clients),
    journal: stores.journal(clients),
    alerts: stores.alerts(clients),
    outbox: stores.outbox(clients),
    recipients: stores.recipients(clients),
  };
}
