import type { EnforcementPorts } from '../../enforcement/use-cases/enforcement-work.ts';
import type { BudgetStore, GrantStore, TeamStore } from '../../kernel/records/use-cases/ports.ts';
import { memoryPageStore } from '../../kernel/runs/store/memory-page-store.ts';
import type { Progress } from '../../kernel/runs/use-cases/run-context.ts';
import type * as stores from '../stores.ts';
import { type NightClients, nightPorts, type NightTable } from './night-ports.ts';
import { watcherPorts, type WatcherTable } from './watcher-ports.ts';

/** The tables that a night has to do with. */
export type EnforcementTable = NightTable | WatcherTable;

interface EnforcementClients extends stores.Tables<EnforcementTable> {
  readonly platform: NightClients['platform'];
}

/** The tables that people may edit directly. */
interface EditedTables {
  readonly budgets: BudgetStore;
  readonly teams: TeamStore;
  readonly grants: GrantStore;
}

/** The ports of a nightly run that begins and ends in one process, on the real things. Nothing is called yet. */
export function enforcementPorts(clients: EnforcementClients, progress?: Progress): EnforcementPorts & EditedTables {
  return {
    ...watcherPorts(clients),
    ...nightPorts(clients),
    rosterPages: memoryPageStore(),
    metricsPages: memoryPageStore(),
    progress,
  };
}
