import { leased, leasedPages, type LeaseKeeper } from '../runs/lease-keeper.ts';
import type { WatchPorts } from './watch-controls.ts';

/** The same ports for a run that may read for longer than its lease lasts, and writes nothing once it is lost. */
export function withWatchLease(ports: WatchPorts, keeper: LeaseKeeper): WatchPorts {
  const { history, revisions, state, evidence, alerts, outbox } = ports;
  return {
    ...ports,
    history: { pages: () => leasedPages(history.pages(), keeper) },
    revisions: { ...revisions, put: leased(keeper, async (entry, revision) => revisions.put(entry, revision)) },
    state: {
      ...state,
      replace: leased(keeper, async (next) => state.replace(next)),
      putDeviations: leased(keeper, async (deviations) => state.putDeviations(deviations)),
    },
    evidence: { ...evidence, append: leased(keeper, async (link, after) => evidence.append(link, after)) },
    alerts: {
      ...alerts,
      put: leased(keeper, async (states) => alerts.put(states)),
      enqueue: leased(keeper, async (notifications) => alerts.enqueue(notifications)),
      assign: leased(keeper, async (choices) => alerts.assign(choices)),
      settle: leased(keeper, async (notificationIds) => alerts.settle(notificationIds)),
    },
    outbox: { ...outbox, write: leased(keeper, async (mails, at) => outbox.write(mails, at)) },
  };
}
