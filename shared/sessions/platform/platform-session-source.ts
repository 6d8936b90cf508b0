import type { SessionCalls } from '../../kernel/platform/platform-calls.ts';
import { PlatformError } from '../../kernel/platform/platform-error.ts';
import { failedWrite, raiseAsPortError } from '../../kernel/platform/port-error.ts';
import { shownText } from '../../redaction/shown-text.ts';
import type { MessageFlags, SessionChangeOutcome, SessionPlatform, SessionSource } from '../ports.ts';
import type { ChangedFields } from '../session-action.ts';
import type { Session } from '../session.ts';
import type { ListedSession } from './sessions.ts';
import type { WritableSessionSettings } from './update-session.ts';

const pageSize = 100;
const titleCharsMax = 500;
/** Counting ids grow in length. */
const longerMax = 4;

export function platformSessionSource(client: Pick<SessionCalls, 'sessions'>): SessionSource {
  return {
    async *pages(cursor) {
      try {
        for await (const { rows, quarantined, repeated, nextCursor } of client.sessions({ limit: pageSize, cursor })) {
          yield {
            sessions: rows.map(toSession),
            unreadable: quarantined.length,
            repeated: repeated.length,
            nextCursor,
          };
        }
      } catch (error) {
        raiseAsPortError(error);
      }
    },
  };
}

export function platformListedSessions(
  client: Pick<SessionCalls, 'sessions' | 'session'>,
): Pick<SessionPlatform, 'pages' | 'find'> {
  return {
    ...platformSessionSource(client),
    async find(sessionId) {
      try {
        return toSession(await client.session({ sessionId }));
      } catch (error) {
        return isGone(error) ? undefined : raiseAsPortError(error);
      }
    },
  };
}

/** The platform's sessions. Message content does not leave this file. */
export function platformSessions(client: SessionCalls): SessionPlatform {
  return {
    ...platformListedSessions(client),
    async messages(sessionId, countMax) {
      const flags: MessageFlags[] = [];
      try {
        for await (const { rows } of client.sessionMessages({ sessionId, limit: pageSize })) {
          flags.push(...rows.map(({ createdAt, isError }) => ({ createdAtMs: createdAt, isError: isError === true })));
          if (flags.length > countMax) {
            return undefined;
          }
        }
        return flags;
      } catch (error) {
        return isGone(error) ? [] : raiseAsPortError(error);
      }
    },
    async change(sessionId, fields) {
      try {
        await client.updateSession({ sessionId, sessionSettings: settingsOf(fields) });
        return { kind: 'answered' };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}

function settingsOf({ tags, compactionCheck, model, archivedAt }: ChangedFields): WritableSessionSettings {
  return {
    tags: tags?.map((tag) => ({ ...tag })),
    compactionThresholdCheckEnabled: compactionCheck,
    model,
    archivedAt,
  };
}

function isGone(error: unknown): boolean {
  return error instanceof PlatformError && error.kind === 'not-found';
}

function outcomeOf(error: unknown): SessionChangeOutcome {
  const failed = failedWrite(error);
  if (failed.kind !== 'put-off') {
    return failed;
  }
  const { kind } = failed.error;
  return kind === 'rate-limited' || kind === 'server' || kind === 'network'
    ? { kind: 'put-off', problem: failed.problem }
    : raiseAsPortError(error);
}

/** A session in domain terms; absent fields stay absent. */
function toSession({ sessionId, createdAt, updatedAt, messageCount, ...listed }: ListedSession): Session {
  const { sessionSettings: settings } = listed;
  const children = settings?.childInclusiveTokenUsageBySessionId ?? {};
  return {
    sessionId,
    messageCount,
    createdAtMs: createdAt,
    updatedAtMs: updatedAt,
    childIds: Object.keys(children).filter((id) => id !== sessionId && isOfSameForm(id, sessionId)),
    ...said({
      completedAtMs: listed.completedAt,
      status: listed.status,
      title: listed.title === undefined ? undefined : shownText(listed.title, titleCharsMax),
      computerId: listed.computerId,
      model: settings?.model,
      archivedAt: settings?.archivedAt,
      compactionCheck: settings?.compactionThresholdCheckEnabled,
      tags: settings?.tags,
      ownCredits: credits(settings?.tokenUsage?.serviceCredits),
      inclusiveCredits: credits(settings?.inclusiveTokenUsage?.serviceCredits),
    }),
  };
}

/** The keys of the children map are "not shown": a key of another form than the session's id is no session. */
function isOfSameForm(id: string, sessionId: string): boolean {
  const separatorsIn = (text: string) => text.replaceAll(/[0-9a-z]/giu, '');
  return separatorsIn(id) === separatorsIn(sessionId) && id.length <= sessionId.length + longerMax;
}

/** An impossible figure counts as absent. */
function credits(figure: number | undefined): number | undefined {
  return figure !== undefined && Number.isFinite(figure) && figure >= 0 ? figure : undefined;
}

type Defined<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

function said<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
