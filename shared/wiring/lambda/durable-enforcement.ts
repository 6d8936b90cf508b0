import { dynamoPageStore } from '../../adapters/dynamo/enforcement/dynamo-page-store.ts';
import { KeptMetricsPage, KeptRosterPage } from '../../adapters/dynamo/enforcement/page-schemas.ts';
import { platformLimitWriter } from '../../adapters/platform/platform-limit-writer.ts';
import { enforceBudgets, type EnforcementRun } from '../../application/enforcement/enforce-budgets.ts';
import type { EnforcementOrder, EnforcementPorts } from '../../application/enforcement/enforcement-work.ts';
import type { BudgetStore } from '../../application/edits/ports.ts';
import type { EnforcementSettings } from '../../application/enforcement/enforcement-settings.ts';
import type { Steps } from '../../application/runs/steps.ts';
import type { TableNames } from '../../contracts/tables/tables.ts';
import { systemClock } from '../../runtime/system-clock.ts';
import { enforcementPorts, type EnforcementClients } from '../ports/enforcement-ports.ts';

interface DurableEnforcementClients extends EnforcementClients {
  readonly tables: EnforcementClients['tables'] & Pick<TableNames, 'pages'>;
}

/** The ports of a run that may outlive its process: the pages that it reads are kept in a table. */
export function durableEnforcementPorts(
  clients: DurableEnforcementClients,
): EnforcementPorts & { readonly budgets: BudgetStore } {
  const { dynamo, tables, platform } = clients;
  const pageStore = { table: tables.pages, clock: systemClock };
  return {
    ...enforcementPorts(clients),
    limitWriter: platformLimitWriter(platform, 'raise'),
    rosterPages: dynamoPageStore(dynamo, { ...pageStore, schema: KeptRosterPage }),
    metricsPages: dynamoPageStore(dynamo, { ...pageStore, schema: KeptMetricsPage }),
  };
}

/** For so long another run is waited for. A nightly run is not: the next one of the hour does its work. */
const patienceMs = {
  // Nobody gives the order again for an edit that came while a night went on; the night itself had planned by then.
  edit: 150 * 60_000,
  // Nobody gives that order again either, and until the night the limits of the old window are wide open.
  'window-start': 120 * 60_000,
} as const;

/** The runs that set limits, in steps that may outlive their process; they wait for as long as the platform asks. */
export function durableEnforcement(clients: DurableEnforcementClients, settings: EnforcementSettings) {
  const ports = durableEnforcementPorts(clients);
  return (steps: Steps) =>
    async (order: EnforcementOrder): Promise<EnforcementRun> =>
      enforceBudgets({ ...ports, steps }, settings, {
        ...order,
        ...(order.kind !== undefined && { patienceMs: patienceMs[order.kind] }),
      });
}
