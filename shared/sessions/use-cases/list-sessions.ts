import { PlatformRefusedError } from '../../kernel/runs/ports.ts';
import { counted } from '../../kernel/texts/amounts.ts';
import { isEnded } from '../known-session.ts';
import type { SessionPlatform, SessionSource } from '../ports.ts';
import type { WalkRest } from '../session-walk.ts';
import type { Session } from '../session.ts';

/** The sessions, and why the list is not trusted, if so: nothing is done on the basis of such a list. */
interface ListedSessions {
  readonly sessions: ReadonlyMap<string, Session>;
  readonly doubts: readonly string[];
  /** The list was read on from where an earlier run stopped. */
  readonly isResumed: boolean;
  /** Where the deadline stopped the reading; absent once the list was read to its end. */
  readonly rest?: WalkRest;
}

/** Prior facts that tell whether a session must be on the list. */
type ListedBefore = Pick<Session, 'sessionId' | 'updatedAtMs' | 'completedAtMs' | 'archivedAt' | 'status'>;

type Source = Pick<SessionPlatform, 'pages' | 'find'>;

/** A session that changed this recently and is not over must be on the list. */
const missedWithinMs = 3 * 86_400_000;
/** Missing sessions requested by id, at most. */
const missingAskedMax = 20;
/** Of those, so many are looked for behind a part of the list. */
const unseenMax = 5_000;

/** Reads the list of sessions; once more if it moved or lacks active ones. What is then missing is requested by id. */
export async function listSessions(
  source: Source,
  known: ReadonlyMap<string, ListedBefore>,
  nowMs: number,
  {
    isLate = () => false,
    from,
  }: {
    /** Asked after each page. */
    readonly isLate?: () => boolean;
    /** Where an earlier run stopped; `sessions` are then those behind it. */
    readonly from?: WalkRest | undefined;
  } = {},
): Promise<ListedSessions> {
  if (from !== undefined) {
    return (await readRest(source, from, isLate)) ?? listSessions(source, known, nowMs, { isLate });
  }
  const first = await readOnce(source, isLate);
  const firstMissing = missingIn(first.sessions, known, nowMs);
  if (first.cursor !== undefined) {
    const { cursor, sessions, unreadable, repeated } = first;
    const unseenIds = firstMissing.slice(0, unseenMax);
    const rest = { cursor, unreadable, repeated, sessionCount: sessions.size, unseenIds };
    return { sessions, doubts: [], isResumed: false, rest };
  }
  const isWhole = first.unreadable === 0 && first.repeated === 0 && firstMissing.length === 0;
  const second = isWhole || isLate() ? first : await readOnce(source, isLate);
  // A second reading that is late says nothing of the list.
  const { unreadable, repeated } = second.cursor === undefined ? second : first;
  const sessions = new Map([...first.sessions, ...second.sessions]);
  const missing = await askMissing(source, missingIn(sessions, known, nowMs));
  return {
    sessions: new Map([...sessions, ...missing.found]),
    doubts: [...doubtsOf({ unreadable, repeated }), ...missing.doubts],
    isResumed: false,
  };
}

/** Goes on with a list; undefined where the platform takes its cursor no more. */
async function readRest(source: Source, from: WalkRest, isLate: () => boolean): Promise<ListedSessions | undefined> {
  try {
    const { sessions, cursor, ...counts } = await readOnce(source, isLate, from.cursor);
    const unreadable = from.unreadable + counts.unreadable;
    const repeated = from.repeated + counts.repeated;
    const unseenIds = from.unseenIds.filter((id) => !sessions.has(id));
    if (cursor !== undefined) {
      const sessionCount = from.sessionCount + sessions.size;
      const rest = { cursor, unreadable, repeated, sessionCount, unseenIds };
      return { sessions, doubts: [], isResumed: true, rest };
    }
    const { found, doubts } = await askMissing(source, unseenIds);
    return {
      sessions: new Map([...sessions, ...found]),
      doubts: [...doubtsOf({ unreadable, repeated }), ...doubts],
      isResumed: true,
    };
  } catch (error) {
    if (error instanceof PlatformRefusedError) {
      return undefined;
    }
    throw error;
  }
}

async function askMissing(source: Source, missing: readonly string[]) {
  const found = new Map<string, Session>();
  for (const sessionId of missing.slice(0, missingAskedMax)) {
    const session = await source.find(sessionId);
    if (session !== undefined) {
      found.set(sessionId, session);
    }
  }
  const unasked = Math.max(0, missing.length - missingAskedMax);
  return { found, doubts: doubt(found.size + unasked, 'session', 'that is not over was left out of it') };
}

async function readOnce(source: SessionSource, isLate: () => boolean, from?: string) {
  const sessions = new Map<string, Session>();
  let unreadable = 0;
  let repeated = 0;
  for await (const page of source.pages(from)) {
    unreadable += page.unreadable;
    for (const session of page.sessions) {
      const other = sessions.get(session.sessionId);
      repeated += other === undefined ? 0 : 1;
      if (other === undefined || other.updatedAtMs <= session.updatedAtMs) {
        sessions.set(session.sessionId, session);
      }
    }
    if (page.nextCursor !== undefined && isLate()) {
      return { sessions, unreadable, repeated, cursor: page.nextCursor };
    }
  }
  return { sessions, unreadable, repeated, cursor: undefined };
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

function doubtsOf({
  unreadable,
  repeated,
}: {
  readonly unreadable: number;
  readonly repeated: number;
}): readonly string[] {
  return [
    ...doubt(unreadable, 'session', 'on it cannot be read'),
    ...doubt(repeated, 'session', 'stood on two pages of it'),
  ];
}

function doubt(count: number, noun: string, what: string): readonly string[] {
  return count === 0 ? [] : [`${counted(count, noun)} ${what}`];
}
