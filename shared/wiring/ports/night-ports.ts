import type { EnforcementCalls } from '../../kernel/platform/platform-calls.ts';
import { platformTime } from '../../kernel/platform/platform-time.ts';
import { platformUsageSource } from '../../ledger/platform/platform-usage-source.ts';
import { platformLimitWriter } from '../../limits/platform.ts';
import { platformRoster } from '../../roster/platform/platform-roster.ts';
import * as furtherStores from '../further-stores.ts';
import * as stores from '../stores.ts';

/** The tables that only a night with something to do asks for anything: of the evidence, for its head. */
export type NightTable =
  | 'budgets'
  | 'evidence'
  | 'grants'
  | 'journal'
  | 'ledger'
  | 'limits'
  | 'live'
  | 'plans'
  | 'teams'
  | 'users'
  | 'versions';

export interface NightClients extends stores.Tables<NightTable> {
  readonly platform: EnforcementCalls;
}

/** The ports that only a night with something to do asks for anything, on the real things. */
export function nightPorts(clients: NightClients) {
  const { platform } = clients;
  return {
    roster: platformRoster(platform),
    usage: platformUsageSource(platform),
    limitWriter: platformLimitWriter(platform),
    platformTime: platformTime(platform),
    budgets: stores.budgets(clients),
    teams: stores.teams(clients),
    grants: stores.grants(clients),
    ledger: stores.ledger(clients),
    users: stores.users(clients),
    limits: stores.limits(clients),
    plans: furtherStores.plans(clients),
    evidence: furtherStores.evidence(clients),
    live: stores.live(clients),
  };
}
