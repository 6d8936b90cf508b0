import type { WatchStateStore } from '../../../application/controls/ports.ts';
import type { Deviation } from '../../../domain/controls/baseline.ts';
import type { AlarmRecord } from '../../../domain/controls/history/history-alarm.ts';
import type { WatchState } from '../../../domain/controls/history/watch-state.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import { storedCopy } from '../stored-copy.ts';

/** The state of the watcher in memory, with the semantics of `dynamoWatchStateStore`. `earlierAlarms`: as stored before. */
export function memoryWatchStateStore(earlierAlarms: readonly AlarmRecord[] = []): WatchStateStore {
  let stored: WatchState | undefined;
  let deviations = '[]';

  return {
    async read() {
      return storedCopy(stored);
    },
    async replace(state) {
      if ((stored?.version ?? 0) !== state.version) {
        return false;
      }
      stored = storedCopy({ ...state, version: state.version + 1 });
      return true;
    },
    async listEarlierAlarms() {
      const open = earlierAlarms.filter(({ phase }) => phase === 'open');
      return storedCopy(sortedBy(open, ({ alarmId }) => alarmId));
    },
    async readDeviations() {
      return JSON.parse(deviations) as readonly Deviation[];
    },
    async putDeviations(found) {
      deviations = JSON.stringify(found);
    },
  };
}
