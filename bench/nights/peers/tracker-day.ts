import type { Day } from '../../../shared/domain/time/day.ts';
import type { PeerWork } from './peer-work.ts';
import { trackerStore } from './tracker-store.ts';
import { runTracker } from './usage-tracker.ts';

const runsOfDay = 24;

/** The 24 runs of a day. */
export async function runTrackerDay(order: {
  readonly day: Day;
  readonly platform: string;
  readonly file: string;
}): Promise<PeerWork> {
  const store = trackerStore(order.file);
  let alerts = 0;
  for (let hour = 0; hour < runsOfDay; hour += 1) {
    alerts += await runTracker({ platform: order.platform, store }, order.day);
  }
  const writeUnits = store.rowsWritten();
  store.close();
  return { runs: runsOfDay, alerts, limitsSent: 0, tableCalls: 0, writeUnits, readUnits: 0 };
}
