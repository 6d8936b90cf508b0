import type { EnforcementCalls } from '../../adapters/platform/platform-calls.ts';
import { platformLimitWriter } from '../../adapters/platform/platform-limit-writer.ts';
import { platformRoster } from '../../adapters/platform/platform-roster.ts';
import { platformTime } from '../../adapters/platform/platform-time.ts';
import { platformUsageSource } from '../../adapters/platform/platform-usage-source.ts';
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
