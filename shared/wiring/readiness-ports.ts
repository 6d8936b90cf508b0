import { immediateSteps } from '../adapters/memory/immediate-steps.ts';
import type { ReadinessCalls } from '../adapters/platform/platform-calls.ts';
import { platformReportSource } from '../adapters/platform/platform-report-source.ts';
import type { ReadinessPorts } from '../application/watchers/readiness/watch-readiness.ts';
import { randomIds } from '../runtime/random-ids.ts';
import { systemClock } from '../runtime/system-clock.ts';
import * as stores from './stores.ts';

/** The tables that the watcher of readiness has to do with. */
type ReadinessTable = 'alerts' | 'journal' | 'leases' | 'outbox' | 'readiness' | 'recipients' | 'records' | 'runs';

export interface ReadinessClients extends stores.Tables<ReadinessTable> {
  readonly platform: ReadinessCalls;
}

/** The ports of the watcher of readiness on the real things. Nothing is called yet. */
export function readinessPorts(clients: ReadinessClients): ReadinessPorts {
  return {
    clock: systemClock,
    ids: randomIds,
    steps: immediateSteps(),
    reports: platformReportSource(clients.platform),
    store: stores.readiness(clients),
    targets: stores.readinessTargets(clients),
    leases: stores.leases(clients),
    runs: stores.runs(clients),
    journal: stores.journal(clients),
    alerts: stores.alerts(clients),
    outbox: stores.outbox(clients),
    recipients: stores.recipients(clients),
  };
}
