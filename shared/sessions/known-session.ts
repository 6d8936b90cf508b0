import type { Session } from './session.ts';

/** What the newest messages of a session said of themselves: flags, counted; nothing that they say. */
interface LastMessages {
  readonly counted: number;
  readonly errors: number;
  /** How many messages the session had then. */
  readonly ofCount: number;
}

/** A session with what earlier looks have learned of it. Times are Unix milliseconds. */
export interface KnownSession extends Omit<Session, 'tags'> {
  /** Of tags the names alone are kept: what else they hold is somebody's own. */
  readonly tags?: readonly { readonly name: string }[];
  /** When it was asked for by its id, which is what tells its status; of one whose answer stays the same, first so. */
  readonly askedAtMs?: number;
  /** The `updatedAtMs` and `messageCount` of then. */
  readonly askedUpdatedAtMs?: number;
  readonly askedMessageCount?: number;
  /** It had its status at every look since. */
  readonly statusSinceMs?: number;
  readonly lastMessages?: LastMessages;
  /** An earlier look has seen that it ended. */
  readonly wasEnded?: true;
}

/** Whether a session is over: archived, or completed and not at work again. */
export function isEnded(
  { completedAtMs, archivedAt, status }: Pick<Session, 'completedAtMs' | 'archivedAt' | 'status'>,
  nowMs: number,
): boolean {
  const isAtWork = status === 'running' || status === 'pending';
  // An instant that cannot be read is one all the same: the platform calls it archived.
  const isArchived = archivedAt !== undefined && archivedAt !== '' && !(Date.parse(archivedAt) > nowMs);
  return isArchived || (completedAtMs !== undefined && !isAtWork);
}

/**
 * Whether a session, as the list has it, must be asked for by its id to know its status: it moved since, or was at work
 * then. One that has completed and was at work is asked for once more.
 */
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

/** What is known of a session once the list, and maybe the session itself, was read. `asked`: it was asked for by its id. */
export function knownAfter(
  read: Session,
  before: KnownSession | undefined,
  { nowMs, asked }: { readonly nowMs: number; readonly asked: boolean },
): KnownSession {
  const { tags, ...facts } = read;
  const session = tags === undefined ? facts : { ...facts, tags: tags.map(({ name }) => ({ name })) };
  const kept = before?.lastMessages === undefined ? {} : { lastMessages: before.lastMessages };
  const ended = before !== undefined && isEnded(before, nowMs) ? { wasEnded: true as const } : {};
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

/** What an earlier look knows of the status, which the list does not say. */
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

/** At the first look nobody knows since when: a session has waited since its last change, and worked since its start. */
function statusSince(session: Session, before: KnownSession | undefined, nowMs: number): number {
  if (before?.status === session.status && before?.statusSinceMs !== undefined) {
    return before.statusSinceMs;
  }
  if (before?.askedAtMs !== undefined) {
    return nowMs;
  }
  return session.status === 'running' ? session.createdAtMs : session.updatedAtMs;
}
