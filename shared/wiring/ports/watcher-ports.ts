import { immediateSteps } from '../../kernel/runs/store/immediate-steps.ts';
import type { WatcherPorts } from '../../kernel/runs/use-cases/watcher-ports.ts';
import { randomIds } from '../../kernel/runtime/random-ids.ts';
import { systemClock } from '../../kernel/runtime/system-clock.ts';
import * as mailStores from '../mail-stores.ts';
import { outbox } from '../outbox.ts';
import * as runStores from '../run-stores.ts';
import type * as stores from '../stores.ts';

/** The tables that every watcher has to do with. */
export type WatcherTable = 'alerts' | 'journal' | 'leases' | 'outbox' | 'recipients' | 'runs';

/** The ports that every watcher has, on the real things. Nothing is called yet. */
export function watcherPorts(clients: stores.Tables<WatcherTable>): WatcherPorts {
  return {
    clock: systemClock,
    ids: randomIds,
    steps: immediateSteps(),
    leases: runStores.leases(clients),
    runs: runStores.runs(clients),
    journal: runStores.journal(clients),
    alerts: mailStores.alerts(clients),
    recipients: mailStores.recipients(clients),
    outbox: outbox(clients),
  };
}
