import { counted } from '../../kernel/texts/amounts.ts';
import { isEnded } from '../known-session.ts';
import type { SessionPlatform, SessionSource } from '../ports.ts';
import type { Session } from '../session.ts';

/** The sessions, and why the list is not trusted, if so: nothing is done on the basis of such a list. */
interface ListedSessions {
  readonly sessions: ReadonlyMap<string, Session>;
  readonly doubts: readonly string[];
}

/** Prior facts that tell whether a session must be on the list. */
type ListedBefore = Pick<Session, 'sessionId' | 'updatedAtMs' | 'completedAtMs' | 'archivedAt' | 'status'>;

/** A session that changed this recently and is not over must be on the list. */
const missedWithinMs = 3 * 86_400_000;
/** Missing sessions requested by id, at most. */
const missingAskedMax = 20;

/**
 * Reads the list of sessions. A list that moved during the read, or lacks active sessions, is read once more; what is
 * then missing is requested by id.
 */
export async function listSessions(
  source: Pick<SessionPlatform, 'pages' | 'find'>,
  known: ReadonlyMap<string, ListedBefore>,
  nowMs: number,
): Promise<ListedSessions> {
  const first = await readOnce(source);
  const isWhole =
    first.unreadable === 0 && first.repeated === 0 && missingIn(first.sessions, known, nowMs).length === 0;
  if (isWhole) {
    return { sessions: first.sessions, doubts: [] };
  }
  const second = await readOnce(source);
  const sessions = new Map([...first.sessions, ...second.sessions]);
  const missing = missingIn(sessions, known, nowMs);
  const found = new Map<string, Session>();
  for (const sessionId of missing.slice(0, missingAskedMax)) {
    const session = await source.find(sessionId);
    if (session !== undefined) {
      found.set(sessionId, session);
    }
  }
  const unasked = Math.max(0, missing.length - missingAskedMax);
  const doubts = [
    ...doubt(second.unreadable, 'session', 'on it cannot be read'),
    ...doubt(second.repeated, 'session', 'stood on two pages of it'),
    ...doubt(found.size + unasked, 'session', 'that is not over was left out of it'),
  ];
  return { sessions: new Map([...sessions, ...found]), doubts };
}

async function readOnce(source: SessionSource) {
  const sessions = new Map<string, Session>();
  let unreadable = 0;
  let repeated = 0;
  for await (const page of source.pages()) {
    unreadable += page.unreadable;
    for (const session of page.sessions) {
      const other = sessions.get(session.sessionId);
      repeated += other === undefined ? 0 : 1;
      if (other === undefined || other.updatedAtMs <= session.updatedAtMs) {
        sessions.set(session.sessionId, session);
      }
    }
  }
  return { sessions, unreadable, repeated };
}

function missingIn(
  listed: ReadonlyMap<string, Session>,
  known: ReadonlyMap<string, ListedBefore>,
  nowMs: number,
): readonly string[] {
  return [...known.values()]
    .filter((session) => !listed.has(session.sessionId) && !isEnded(session, nowMs))
    .filter(({ updatedAtMs }) => updatedAtMs > nowMs - missedWithinMs)
    .map(({ sessionId }) => sessionId);
}

function doubt(count: number, noun: string, what: string): readonly string[] {
  return count === 0 ? [] : [`${counted(count, noun)} ${what}`];
}
