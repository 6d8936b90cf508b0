import { immediateSteps } from '../../adapters/memory/runs/immediate-steps.ts';
import { memoryPageStore } from '../../adapters/memory/enforcement/memory-page-store.ts';
import type { EnforcementCalls } from '../../adapters/platform/platform-calls.ts';
import { platformLimitWriter } from '../../adapters/platform/platform-limit-writer.ts';
import { platformRoster } from '../../adapters/platform/platform-roster.ts';
import { platformTime } from '../../adapters/platform/platform-time.ts';
import { platformUsageSource } from '../../adapters/platform/platform-usage-source.ts';
import type { EnforcementPorts } from '../../application/enforcement/enforcement-work.ts';
import type { BudgetStore, GrantStore, TeamStore } from '../../application/edits/ports.ts';
import type { Progress } from '../../application/runs/run-context.ts';
import type { TableKey } from '../../contracts/tables/tables.ts';
import { randomIds } from '../../runtime/random-ids.ts';
import { systemClock } from '../../runtime/system-clock.ts';
import * as stores from '../stores.ts';

/** The tables that a night has to do with: of those of the watcher of the controls, the evidence, to tell its head. */
type EnforcementTable = Exclude<
  TableKey,
  'computers' | 'controls' | 'hooks' | 'pages' | 'readiness' | 'records' | 'requests' | 'revisions' | 'sessions'
>;

export interface EnforcementClients extends stores.Tables<EnforcementTable> {
  readonly platform: EnforcementCalls;
}

/** The tables that people may edit directly. */
interface EditedTables {
  readonly budgets: BudgetStore;
  readonly teams: TeamStore;
  readonly grants: GrantStore;
}

/** The ports of a nightly run that begins and ends in one process, on the real things. Nothing is called yet. */
export function enforcementPorts(clients: EnforcementClients, progress?: Progress): EnforcementPorts & EditedTables {
  const { platform } = clients;
  return {
    steps: immediateSteps(),
    clock: systemClock,
    ids: randomIds,
    roster: platformRoster(platform),
    usage: platformUsageSource(platform),
    rosterPages: memoryPageStore(),
    metricsPages: memoryPageStore(),
    limitWriter: platformLimitWriter(platform),
    platformTime: platformTime(platform),
    budgets: stores.budgets(clients),
    teams: stores.teams(clients),
    grants: stores.grants(clients),
    ledger: stores.ledger(clients),
    users: stores.users(clients),
    limits: stores.limits(clients),
    leases: stores.leases(clients),
    runs: stores.runs(clients),
    plans: stores.plans(clients),
    journal: stores.journal(clients),
    outbox: stores.outbox(clients),
    alerts: stores.alerts(clients),
    recipients: stores.recipients(clients),
    evidence: stores.evidence(clients),
    live: stores.live(clients),
    ...(progress === undefined ? {} : { progress }),
  };
}
