import type { RosterPage } from '../enforcement/ports.ts';
import type { ListPage, Progress } from '../kernel/runs/ports.ts';
import { memoryPageStore } from '../kernel/runs/store/memory-page-store.ts';
import type { UserMetricsPage } from '../ledger/reading.ts';
import { platformLimitWriter } from '../limits/platform.ts';
import { enforce } from './jobs.ts';

/** The ports of a run that sets limits, and begins and ends in one process, on the real things. Nothing is called yet. */
export function enforcementPorts(on: Parameters<typeof enforce.ports>[0], progress?: Progress) {
  return {
    ...enforce.ports(on),
    limitWriter: platformLimitWriter(on.platform),
    rosterPages: memoryPageStore<RosterPage>(),
    metricsPages: memoryPageStore<UserMetricsPage & ListPage>(),
    progress,
  };
}
