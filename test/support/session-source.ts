import type { MessageFlags, SessionPlatform } from '../../shared/sessions/ports.ts';
import type { Session } from '../../shared/sessions/session.ts';

/** A platform of sessions in memory, and what was changed on it. */
interface MemorySessions extends SessionPlatform {
  /** Every change that reached it, applied or not said to be. */
  readonly changes: readonly string[];
  readonly sessions: Map<string, Session>;
  readonly messagesOf: Map<string, readonly MessageFlags[]>;
}

export function memorySessionSource(given: readonly Session[], pageSize = 100): MemorySessions {
  const sessions = new Map(given.map((session) => [session.sessionId, session]));
  const messagesOf = new Map<string, readonly MessageFlags[]>();
  const changes: string[] = [];
  return {
    changes,
    sessions,
    messagesOf,
    async *pages() {
      const all = [...sessions.values()].map(({ status: _status, ...listed }) => listed);
      for (let from = 0; from < Math.max(1, all.length); from += pageSize) {
        yield Promise.resolve({ sessions: all.slice(from, from + pageSize), unreadable: 0, repeated: 0 });
      }
    },
    find: async (sessionId) => Promise.resolve(structuredClone(sessions.get(sessionId))),
    messages: async (sessionId) => Promise.resolve(messagesOf.get(sessionId) ?? []),
    async change(sessionId, fields) {
      changes.push(`${sessionId} ${Object.keys(fields).join()}`);
      const session = sessions.get(sessionId);
      if (session === undefined) {
        return Promise.resolve({ kind: 'refused', problem: 'there is no such session' } as const);
      }
      sessions.set(sessionId, { ...session, ...structuredClone(fields), updatedAtMs: session.updatedAtMs + 1 });
      return Promise.resolve({ kind: 'answered' } as const);
    },
  };
}
