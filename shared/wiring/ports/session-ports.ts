import type { SessionCalls } from '../../kernel/platform/platform-calls.ts';
import { platformSessions } from '../../sessions/platform/platform-session-source.ts';
import type { SessionPorts } from '../../sessions/use-cases/ports.ts';
import * as furtherStores from '../further-stores.ts';
import type * as stores from '../stores.ts';
import { watcherPorts, type WatcherTable } from './watcher-ports.ts';

/** The tables that the watcher of sessions has to do with. */
type SessionTable = WatcherTable | 'records' | 'sessions';

interface SessionClients extends stores.Tables<SessionTable> {
  readonly platform: SessionCalls;
}

/** The ports of the watcher of sessions on the real things. Nothing is called yet. */
export function sessionPorts(clients: SessionClients): SessionPorts {
  return {
    ...watcherPorts(clients),
    sessions: platformSessions(clients.platform),
    known: furtherStores.knownSessions(clients),
    policies: furtherStores.sessionPolicies(clients),
  };
}
