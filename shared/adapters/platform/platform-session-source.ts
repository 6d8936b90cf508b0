import type { SessionSource } from '../../application/watchers/sessions/ports.ts';
import type { Session } from '../../domain/sessions/session.ts';
import type { SessionCalls } from './platform-calls.ts';
import { raiseAsPortError } from './port-error.ts';
import type { ListedSession } from './resources/session.ts';

const pageSize = 100;

/** The platform's sessions as the SessionSource port. */
export function platformSessionSource(client: Pick<SessionCalls, 'sessions'>): SessionSource {
  return {
    async *pages() {
      try {
        for await (const { rows, quarantined, repeated } of client.sessions({ limit: pageSize })) {
          yield { sessions: rows.map(toSession), unreadable: quarantined.length, repeated: repeated.length };
        }
      } catch (error) {
        raiseAsPortError(error);
      }
    },
  };
}

/** A session in the words of the domain; a field that the platform left out stays out. */
function toSession({ sessionId, createdAt, updatedAt, messageCount, ...listed }: ListedSession): Session {
  const { sessionSettings: settings } = listed;
  const children = settings?.childInclusiveTokenUsageBySessionId ?? {};
  return {
    sessionId,
    messageCount,
    createdAtMs: createdAt,
    updatedAtMs: updatedAt,
    childIds: Object.keys(children),
    ...said({
      completedAtMs: listed.completedAt,
      status: listed.status,
      title: listed.title,
      computerId: listed.computerId,
      model: settings?.model,
      archivedAt: settings?.archivedAt,
      compactionCheck: settings?.compactionThresholdCheckEnabled,
      tags: settings?.tags,
      ownCredits: settings?.tokenUsage?.serviceCredits,
      inclusiveCredits: settings?.inclusiveTokenUsage?.serviceCredits,
    }),
  };
}

type Said<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

/** The fields that have a value. */
function said<T extends object>(fields: T): Said<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Said<T>;
}
