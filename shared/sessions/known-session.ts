import { isSameValue } from '../kernel/records/same-value.ts';
import type { Session } from './session.ts';

/** A session with what earlier looks learned about it. Times are Unix milliseconds. */
export interface KnownSession extends Omit<Session, 'tags'> {
  /** Only the names of tags: their other fields are private. */
  readonly tags?: readonly { readonly name: string }[];
  /** When it was read by its id, which shows its status; the first time, while the answer stays the same. */
  readonly askedAtMs?: number;
  readonly askedUpdatedAtMs?: number;
  readonly askedMessageCount?: number;
  readonly statusSinceMs?: number;
  /** Counted flags of a session's newest messages, without their content. */
  readonly lastMessages?: { readonly counted: number; readonly errors: number; readonly ofCount: number };
  /** It was over when the watcher looked: it is reported once. */
  readonly wasEnded?: true;
  /** The list no longer names it. */
  readonly isUnlisted?: true;
}

/** Whether a session is over: archived, or completed and not active again. */
export function isEnded(
  { completedAtMs, archivedAt, status }: Pick<Session, 'completedAtMs' | 'archivedAt' | 'status'>,
  nowMs: number,
): boolean {
  const isAtWork = status === 'running' || status === 'pending';
  // An unreadable instant counts too: the platform calls it archived.
  const isArchived = archivedAt !== undefined && archivedAt !== '' && !(Date.parse(archivedAt) > nowMs);
  return isArchived || (completedAtMs !== undefined && !isAtWork);
}

/** Whether a session must be read by its id for its status: it changed since, or was active then. */
export function isToAsk(session: Session, before: KnownSession | undefined, nowMs: number): boolean {
  const asKnown = before?.status === undefined ? session : { ...session, status: before.status };
  if (isEnded(asKnown, nowMs) || session.status !== undefined) {
    return false;
  }
  const hasMoved =
    before?.askedAtMs === undefined ||
    before.askedUpdatedAtMs !== session.updatedAtMs ||
    before.askedMessageCount !== session.messageCount;
  return hasMoved || before.status === 'running' || before.status === 'pending';
}

/** Returns what is known of a session after a reading. `asked`: it was read by its id. */
export function knownAfter(
  read: Session,
  before: KnownSession | undefined,
  { nowMs, asked }: { readonly nowMs: number; readonly asked: boolean },
): KnownSession {
  const { tags, ...facts } = read;
  const session = tags === undefined ? facts : { ...facts, tags: tags.map(({ name }) => ({ name })) };
  const kept = before?.lastMessages === undefined ? {} : { lastMessages: before.lastMessages };
  const ended = before?.wasEnded === true && isEnded(session, nowMs) ? { wasEnded: true as const } : {};
  if (!asked && session.status === undefined) {
    return { ...session, ...kept, ...ended, ...statusOf(before) };
  }
  return {
    ...session,
    ...kept,
    ...ended,
    askedAtMs: nowMs,
    askedUpdatedAtMs: session.updatedAtMs,
    askedMessageCount: session.messageCount,
    statusSinceMs: session.status === undefined ? undefined : statusSince(session, before, nowMs),
  };
}

function statusOf(before: KnownSession | undefined): Partial<KnownSession> {
  const { status, askedAtMs, askedUpdatedAtMs, askedMessageCount, statusSinceMs } = before ?? {};
  return {
    status,
    askedAtMs,
    askedUpdatedAtMs,
    askedMessageCount,
    statusSinceMs,
  };
}

/** At the first look a waiting session counts from its last change, an active one from its start. */
function statusSince(session: Session, before: KnownSession | undefined, nowMs: number): number {
  if (before?.status === session.status && before?.statusSinceMs !== undefined) {
    return before.statusSinceMs;
  }
  if (before?.askedAtMs !== undefined) {
    return nowMs;
  }
  return session.status === 'running' ? session.createdAtMs : session.updatedAtMs;
}

/** What is stored of a session once the watcher has looked at it. */
export function lookedAt(session: KnownSession, nowMs: number): KnownSession {
  return isEnded(session, nowMs) && session.wasEnded !== true ? { ...session, wasEnded: true } : session;
}

/** Whether a session is to be stored. A running one is read at every look; that alone is no change. */
export function isNews(before: KnownSession | undefined, after: KnownSession): boolean {
  return before === undefined || (before !== after && !isSameValue({ ...before, askedAtMs: after.askedAtMs }, after));
}
