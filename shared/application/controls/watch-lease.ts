import { leased, leasedPages, type LeaseKeeper } from '../runs/lease-keeper.ts';
import type { WatchPorts } from './watch-controls.ts';

/** The same ports for a run that may read for longer than its lease lasts, and writes nothing once it is lost. */
export function withWatchLease(ports: WatchPorts, keeper: LeaseKeeper): WatchPorts {
  const { history, revisions, state, evidence, outbox } = ports;
  return {
    ...ports,
    history: { pages: () => leasedPages(history.pages(), keeper) },
    revisions: { ...revisions, put: leased(keeper, async (entry, revision) => revisions.put(entry, revision)) },
    state: {
      ...state,
      replace: leased(keeper, async (next) => state.replace(next)),
      putDeviations: leased(keeper, async (deviations) => state.putDeviations(deviations)),
      putAlarms: leased(keeper, async (records) => state.putAlarms(records)),
    },
    evidence: { ...evidence, append: leased(keeper, async (link, after) => evidence.append(link, after)) },
    outbox: { ...outbox, write: leased(keeper, async (mails, at) => outbox.write(mails, at)) },
  };
}
