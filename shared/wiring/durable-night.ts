import { dynamoPageShelf } from '../adapters/dynamo/dynamo-page-shelf.ts';
import { KeptMetricsPage, KeptRosterPage } from '../adapters/dynamo/page-schemas.ts';
import { platformLimitWriter } from '../adapters/platform/platform-limit-writer.ts';
import { enforceAfterEdits } from '../application/enforce-after-edits.ts';
import { enforceWhenFree } from '../application/enforce-when-free.ts';
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

/** Nobody gives that order again either, and until the night the limits of the old window are wide open. */
const windowStartPatienceMs = 120 * 60_000;

/** The nightly run in steps that may outlive their process; it waits for as long as the platform asks. */
export function durableNight(clients: DurableNightClients, settings: NightSettings) {
  const ports = durableNightPorts(clients);
  return (steps: Steps) =>
    async (order: NightOrder): Promise<Night> => {
      const running = { ...ports, steps };
      if (order.kind === 'edit') {
        return enforceAfterEdits(running, settings, { ...order, patienceMs: editPatienceMs });
      }
      return order.kind === 'window-start'
        ? enforceWhenFree(running, settings, { ...order, patienceMs: windowStartPatienceMs })
        : enforceBudgets(running, settings, order);
    };
}
