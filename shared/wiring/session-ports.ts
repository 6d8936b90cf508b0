import { immediateSteps } from '../adapters/memory/immediate-steps.ts';
import type { SessionCalls } from '../adapters/platform/platform-calls.ts';
import { platformSessions } from '../adapters/platform/platform-session-source.ts';
import type { SessionPorts } from '../application/watchers/sessions/session-work.ts';
import { randomIds } from '../runtime/random-ids.ts';
import { systemClock } from '../runtime/system-clock.ts';
import * as stores from './stores.ts';

/** The tables that the watcher of sessions has to do with. */
type SessionTable = 'alerts' | 'journal' | 'leases' | 'outbox' | 'recipients' | 'records' | 'runs' | 'sessions';

export interface SessionClients extends stores.Tables<SessionTable> {
  readonly platform: SessionCalls;
}

/** The ports of the watcher of sessions on the real things. Nothing is called yet. */
export function sessionPorts(clients: SessionClients): SessionPorts {
  return {
    clock: systemClock,
    ids: randomIds,
    steps: immediateSteps(),
    sessions: platformSessions(clients.platform),
    known: stores.knownSessions(clients),
    policies: stores.sessionPolicies(clients),
    leases: stores.leases(clients),
    runs: stores.runs(clients),
    journal: stores.journal(clients),
    alerts: stores.alerts(clients),
    outbox: stores.outbox(clients),
    recipients: stores.recipients(clients),
  };
}
