import type { SessionStore } from '../../../application/watchers/sessions/ports.ts';
import type { KnownSession } from '../../../domain/sessions/known-session.ts';
import { actionId, type TakenAction } from '../../../domain/sessions/session-action.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import { storedCopy } from '../stored-copy.ts';

/** What is known of sessions, in memory, with the semantics of `dynamoSessionStore`. */
export function memorySessionStore(): SessionStore {
  const sessions = new Map<string, KnownSession>();
  const actions = new Map<string, TakenAction>();

  return {
    list: async () => Promise.resolve(sortedBy(sessions, ([id]) => id).map(([, session]) => storedCopy(session))),
    async put(some) {
      some.forEach((session) => sessions.set(session.sessionId, storedCopy(session)));
      return Promise.resolve();
    },
    listActions: async () => Promise.resolve(sortedBy(actions, ([id]) => id).map(([, action]) => storedCopy(action))),
    async putAction(action) {
      const id = actionId(action);
      if ((actions.get(id)?.version ?? 0) !== action.version - 1) {
        return Promise.resolve(false);
      }
      actions.set(id, storedCopy(action));
      return Promise.resolve(true);
    },
  };
}
