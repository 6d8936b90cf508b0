import type { LiveCalls } from '../../kernel/platform/platform-calls.ts';
import { platformTime } from '../../kernel/platform/platform-time.ts';
import { platformLimitWriter } from '../../limits/platform.ts';
import type { LivePorts } from '../../live/use-cases/live-work.ts';
import { platformSignIns } from '../../roster/platform/platform-roster.ts';
import { platformListedSessions } from '../../sessions/platform/platform-session-source.ts';
import * as furtherStores from '../further-stores.ts';
import * as stores from '../stores.ts';
import { watcherPorts, type WatcherTable } from './watcher-ports.ts';

/** The tables that giving between the nights has to do with. */
type LiveTable =
  | WatcherTable
  | 'budgets'
  | 'computers'
  | 'grants'
  | 'hooks'
  | 'ledger'
  | 'limits'
  | 'live'
  | 'plans'
  | 'teams'
  | 'users'
  | 'versions';

interface LiveClients extends stores.Tables<LiveTable> {
  readonly platform: LiveCalls;
}

/** The ports of a run between the nights on the real things. Nothing is called yet. */
export function livePorts(clients: LiveClients): LivePorts {
  const { platform } = clients;
  return {
    ...watcherPorts(clients),
    budgets: stores.budgets(clients),
    teams: stores.teams(clients),
    grants: stores.grants(clients),
    ledger: stores.ledger(clients),
    users: stores.users(clients),
    limits: stores.limits(clients),
    fleet: furtherStores.computers(clients),
    live: stores.live(clients),
    sessions: platformListedSessions(platform),
    signIns: platformSignIns(platform),
    limitWriter: platformLimitWriter(platform),
    plans: furtherStores.plans(clients),
    hints: furtherStores.hints(clients),
    platformTime: platformTime(platform),
  };
}
