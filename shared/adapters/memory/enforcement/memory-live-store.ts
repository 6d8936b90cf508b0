import type { LiveStore } from '../../../application/enforcement/live/ports.ts';
import { noLiveState, type LiveState, type StoredFloat } from '../../../domain/live/live-state.ts';
import type { SeenPerson } from '../../../domain/live/totals/seen-days.ts';
import type { RunningLow } from '../../../domain/live/running-low.ts';
import type { SessionTotal } from '../../../domain/live/totals/session-total.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import { storedCopy } from '../stored-copy.ts';

/** The state of `live` in memory, with the semantics of `dynamoLiveStore`. */
export function memoryLiveStore(): LiveStore {
  const sessions = new Map<string, SessionTotal>();
  const seen = new Map<string, SeenPerson>();
  let state: LiveState = noLiveState;
  let float: StoredFloat | undefined;
  let low: RunningLow | undefined;

  return {
    readState: async () => storedCopy(state),
    async putState(given) {
      state = storedCopy(given);
    },
    readFloat: async () => storedCopy(float),
    async putFloat(given) {
      float = storedCopy(given);
    },
    readLow: async () => storedCopy(low),
    async putLow(given) {
      low = storedCopy(given);
    },
    listSessions: async () => storedCopy(sortedBy(sessions, ([id]) => id).map(([, session]) => session)),
    readSeen: async (userId) => storedCopy(seen.get(userId)),
    async putSeen(people) {
      people.forEach((person) => seen.set(person.userId, storedCopy(person)));
    },
    async putSessions(some) {
      some.forEach((session) => sessions.set(session.sessionId, storedCopy(session)));
    },
  };
}
