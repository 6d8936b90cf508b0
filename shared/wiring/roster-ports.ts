import { immediateSteps } from '../adapters/memory/immediate-steps.ts';
import type { RosterWatchPorts } from '../application/watchers/watch-roster.ts';
import { randomIds } from '../runtime/random-ids.ts';
import { systemClock } from '../runtime/system-clock.ts';
import * as stores from './stores.ts';

/** The tables that say how everybody stands, with those in which a watcher keeps its runs and notifications. */
export type StandingTable =
  | 'alerts'
  | 'budgets'
  | 'grants'
  | 'journal'
  | 'leases'
  | 'ledger'
  | 'limits'
  | 'outbox'
  | 'recipients'
  | 'runs'
  | 'teams'
  | 'users'
  | 'versions';

/** The ports of the watcher of the roster on the real things; the platform is none of them. Nothing is called yet. */
export function rosterPorts(clients: stores.Tables<StandingTable>): RosterWatchPorts {
  return {
    clock: systemClock,
    ids: randomIds,
    steps: immediateSteps(),
    budgets: stores.budgets(clients),
    teams: stores.teams(clients),
    grants: stores.grants(clients),
    users: stores.users(clients),
    ledger: stores.ledger(clients),
    limits: stores.limits(clients),
    leases: stores.leases(clients),
    runs: stores.runs(clients),
    journal: stores.journal(clients),
    alerts: stores.alerts(clients),
    outbox: stores.outbox(clients),
    recipients: stores.recipients(clients),
  };
}
