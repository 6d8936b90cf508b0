import type { EnforcementPorts } from '../../enforcement/use-cases/enforcement-work.ts';
import type { BudgetStore } from '../../kernel/records/use-cases/ports.ts';
import { dynamoPageStore, KeptMetricsPage, KeptRosterPage } from '../../kernel/runs/store/dynamo-page-store.ts';
import { systemClock } from '../../kernel/runtime/system-clock.ts';
import { platformLimitWriter } from '../../limits/platform.ts';
import type { EnforcementTable } from '../ports/enforcement-ports.ts';
import { type NightClients, nightPorts } from '../ports/night-ports.ts';
import { watcherPorts } from '../ports/watcher-ports.ts';
import type { Tables } from '../stores.ts';

interface DurableEnforcementClients extends Tables<EnforcementTable | 'pages'> {
  readonly platform: NightClients['platform'];
}

/** The ports of a run that may outlive its process: the pages that it reads are kept in a table. Nothing is called yet. */
export function durableEnforcementPorts(
  clients: DurableEnforcementClients,
): EnforcementPorts & { readonly budgets: BudgetStore } {
  const { dynamo, tables, platform } = clients;
  const pageStore = { table: tables.pages, clock: systemClock };
  return {
    ...watcherPorts(clients),
    ...nightPorts(clients),
    limitWriter: platformLimitWriter(platform, 'raise'),
    rosterPages: dynamoPageStore(dynamo, { ...pageStore, schema: KeptRosterPage }),
    metricsPages: dynamoPageStore(dynamo, { ...pageStore, schema: KeptMetricsPage }),
  };
}
