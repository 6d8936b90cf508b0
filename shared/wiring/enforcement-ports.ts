import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoAlertStore } from '../adapters/dynamo/dynamo-alert-store.ts';
import { dynamoBudgetStore } from '../adapters/dynamo/dynamo-budget-store.ts';
import { dynamoEvidenceChain } from '../adapters/dynamo/dynamo-evidence-chain.ts';
import { dynamoGrantStore } from '../adapters/dynamo/dynamo-grant-store.ts';
import { dynamoJournal } from '../adapters/dynamo/dynamo-journal.ts';
import { dynamoLeaseStore } from '../adapters/dynamo/dynamo-lease-store.ts';
import { dynamoLedgerStore } from '../adapters/dynamo/dynamo-ledger-store.ts';
import { dynamoLimitStore } from '../adapters/dynamo/dynamo-limit-store.ts';
import { dynamoOutbox } from '../adapters/dynamo/dynamo-outbox.ts';
import { dynamoPlanStore } from '../adapters/dynamo/dynamo-plan-store.ts';
import { dynamoRecipientStore } from '../adapters/dynamo/dynamo-recipient-store.ts';
import { dynamoRunStore } from '../adapters/dynamo/dynamo-run-store.ts';
import { dynamoTeamStore } from '../adapters/dynamo/dynamo-team-store.ts';
import { dynamoUserStore } from '../adapters/dynamo/dynamo-user-store.ts';
import { immediateSteps } from '../adapters/memory/immediate-steps.ts';
import { memoryPageStore } from '../adapters/memory/memory-page-store.ts';
import type { PlatformClient } from '../adapters/platform/platform-client.ts';
import { platformLimitWriter } from '../adapters/platform/platform-limit-writer.ts';
import { platformRoster } from '../adapters/platform/platform-roster.ts';
import { platformUsageSource } from '../adapters/platform/platform-usage-source.ts';
import type { EnforcementPorts } from '../application/enforcement/enforcement-work.ts';
import type { BudgetStore } from '../application/edits/ports.ts';
import type { Progress } from '../application/runs/run-context.ts';
import type { TableKey, TableNames } from '../contracts/tables.ts';
import { randomIds } from '../runtime/random-ids.ts';
import { systemClock } from '../runtime/system-clock.ts';

/** The tables that a night has to do with: of those of the watcher of the controls, the evidence, to tell its head. */
type EnforcementTable = Exclude<TableKey, 'controls' | 'pages' | 'revisions'>;

export interface EnforcementClients {
  readonly dynamo: DynamoDBDocumentClient;
  readonly platform: PlatformClient;
  readonly tables: Pick<TableNames, EnforcementTable>;
}

/** The ports of a nightly run that begins and ends in one process, on the real things. Nothing is called yet. */
export function enforcementPorts(
  clients: EnforcementClients,
  progress?: Progress,
): EnforcementPorts & { readonly budgets: BudgetStore } {
  const { dynamo, platform, tables } = clients;
  return {
    steps: immediateSteps(),
    clock: systemClock,
    ids: randomIds,
    roster: platformRoster(platform),
    usage: platformUsageSource(platform),
    rosterPages: memoryPageStore(),
    metricsPages: memoryPageStore(),
    limitWriter: platformLimitWriter(platform),
    budgets: dynamoBudgetStore(dynamo, tables),
    teams: dynamoTeamStore(dynamo, tables),
    grants: dynamoGrantStore(dynamo, tables),
    ledger: dynamoLedgerStore(dynamo, tables.ledger),
    users: dynamoUserStore(dynamo, tables.users),
    limits: dynamoLimitStore(dynamo, tables.limits),
    leases: dynamoLeaseStore(dynamo, tables.leases),
    runs: dynamoRunStore(dynamo, tables),
    plans: dynamoPlanStore(dynamo, tables.plans),
    journal: dynamoJournal(dynamo, tables.journal),
    outbox: dynamoOutbox(dynamo, tables.outbox),
    alerts: dynamoAlertStore(dynamo, tables.alerts),
    recipients: dynamoRecipientStore(dynamo, tables.recipients),
    evidence: dynamoEvidenceChain(dynamo, tables.evidence),
    ...(progress === undefined ? {} : { progress }),
  };
}
