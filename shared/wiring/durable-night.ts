import { dynamoPageShelf } from '../adapters/dynamo/dynamo-page-shelf.ts';
import { KeptMetricsPage, KeptRosterPage } from '../adapters/dynamo/page-schemas.ts';
import { platformLimitWriter } from '../adapters/platform/platform-limit-writer.ts';
import { enforceAfterEdits } from '../application/enforce-after-edits.ts';
import { enforceBudgets, type Night, type NightOrder, type NightPorts } from '../application/enforce-budgets.ts';
import type { BudgetStore } from '../application/ports.ts';
import type { NightSettings } from '../application/run-context.ts';
import type { Steps } from '../application/steps.ts';
import type { TableNames } from '../contracts/tables.ts';
import { systemClock } from '../runtime/system-clock.ts';
import { nightPorts, type NightClients } from './night-ports.ts';

export interface DurableNightClients extends NightClients {
  readonly tables: NightClients['tables'] & Pick<TableNames, 'pages'>;
}

/** The ports of a run that may outlive its process: the pages that it reads are kept in a table. */
export function durableNightPorts(clients: DurableNightClients): NightPorts & { readonly budgets: BudgetStore } {
  const { dynamo, tables, platform } = clients;
  const shelf = { table: tables.pages, clock: systemClock };
  return {
    ...nightPorts(clients),
    limitWriter: platformLimitWriter(platform, 'raise'),
    rosterPages: dynamoPageShelf(dynamo, { ...shelf, schema: KeptRosterPage }),
    metricsPages: dynamoPageShelf(dynamo, { ...shelf, schema: KeptMetricsPage }),
  };
}

/** Nobody gives the order again for an edit that came while a night went on; the night itself had planned by then. */
const editPatienceMs = 150 * 60_000;

/** The nightly run in steps that may outlive their process; it waits for as long as the platform asks. */
export function durableNight(clients: DurableNightClients, settings: NightSettings) {
  const ports = durableNightPorts(clients);
  return (steps: Steps) =>
    async (order: NightOrder): Promise<Night> =>
      order.kind === 'edit'
        ? enforceAfterEdits({ ...ports, steps }, settings, { ...order, patienceMs: editPatienceMs })
        : enforceBudgets({ ...ports, steps }, settings, order);
}
