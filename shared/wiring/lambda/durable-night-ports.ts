import {
  dynamoPageStore,
  KeptMetricsPage,
  KeptRosterPage,
} from '../../adapters/dynamo/enforcement/dynamo-page-store.ts';
import { platformLimitWriter } from '../../adapters/platform/platform-limit-writer.ts';
import type { TableNames } from '../../contracts/tables/tables.ts';
import { systemClock } from '../../runtime/system-clock.ts';
import { type NightClients, nightPorts } from '../ports/night-ports.ts';

export interface DurableNightClients extends NightClients {
  readonly tables: NightClients['tables'] & Pick<TableNames, 'pages'>;
}

/** The same ports for a run that may outlive its process: the pages that it reads are kept in a table. */
export function durableNightPorts(clients: DurableNightClients) {
  const { dynamo, tables, platform } = clients;
  const pageStore = { table: tables.pages, clock: systemClock };
  return {
    ...nightPorts(clients),
    limitWriter: platformLimitWriter(platform, 'raise'),
    rosterPages: dynamoPageStore(dynamo, { ...pageStore, schema: KeptRosterPage }),
    metricsPages: dynamoPageStore(dynamo, { ...pageStore, schema: KeptMetricsPage }),
  };
}
