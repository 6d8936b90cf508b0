import { kept, keptPages, type LeaseKeeper } from './lease-keeper.ts';
import type { WatchPorts } from './watch-controls.ts';

/** The same ports for a run that may read for longer than its lease lasts, and writes nothing once it is lost. */
export function holdingWatchLease(ports: WatchPorts, keeper: LeaseKeeper): WatchPorts {
  const { history, revisions, state, evidence, outbox } = ports;
  return {
    ...ports,
    history: { pages: () => keptPages(history.pages(), keeper) },
    revisions: { ...revisions, put: kept(keeper, async (entry, revision) => revisions.put(entry, revision)) },
    state: {
      ...state,
      replace: kept(keeper, async (next) => state.replace(next)),
      putDeviations: kept(keeper, async (deviations) => state.putDeviations(deviations)),
      putAlarms: kept(keeper, async (records) => state.putAlarms(records)),
    },
    evidence: { ...evidence, append: kept(keeper, async (link, after) => evidence.append(link, after)) },
    outbox: { ...outbox, write: kept(keeper, async (mails, at) => outbox.write(mails, at)) },
  };
}
