import type { ReadinessCalls } from '../../kernel/platform/platform-calls.ts';
import { platformReportSource } from '../../readiness/platform/platform-report-source.ts';
import type { ReadinessPorts } from '../../readiness/use-cases/watch-readiness.ts';
import * as furtherStores from '../further-stores.ts';
import type * as stores from '../stores.ts';
import { watcherPorts, type WatcherTable } from './watcher-ports.ts';

/** The tables that the watcher of readiness has to do with. */
type ReadinessTable = WatcherTable | 'readiness' | 'records';

interface ReadinessClients extends stores.Tables<ReadinessTable> {
  readonly platform: ReadinessCalls;
}

/** The ports of the watcher of readiness on the real things. Nothing is called yet. */
export function readinessPorts(clients: ReadinessClients): ReadinessPorts {
  return {
    ...watcherPorts(clients),
    reports: platformReportSource(clients.platform),
    store: furtherStores.readiness(clients),
    targets: furtherStores.readinessTargets(clients),
  };
}
