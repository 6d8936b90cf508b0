import type { Hint } from '../../hook/hint.ts';
import { type Day, dayOf, msPerDay } from '../../kernel/time/day.ts';
import { creditsOf } from '../../sessions/session-credits.ts';
import { isPastKeeping } from '../../sessions/session-keeping.ts';
import type { Session } from '../../sessions/session.ts';

/** The highest use that a session ever reported, in the platform's unit. */
export interface SessionFigures {
  readonly credits: number;
  readonly inclusiveCredits?: number;
  readonly childIds?: readonly string[];
}

/** Deeper families than any agent makes; deeper levels of a hostile one are ignored. */
const depthMax = 40;

/**
 * Returns the use of children that are no known sessions: what a session reports including children, minus the known
 * use of each. By session id; sessions that hide nothing are absent. Added to all own credits, the sum is at least what
 * any session reports, and counts nothing twice. `families` maps children to parents.
 */
export function hiddenCredits(
  sessions: ReadonlyMap<string, SessionFigures>,
  families: ReadonlyMap<string, SessionFigures> = sessions,
): ReadonlyMap<string, number> {
  const hidden = new Map<string, number>();
  const totals = new Map<string, number>();
  const totalOf = (id: string, depth: number): number => {
    const known = totals.get(id);
    const session = sessions.get(id);
    if (known !== undefined || session === undefined) {
      return known ?? 0;
    }
    const { credits, inclusiveCredits = 0 } = session;
    const childIds = families.get(id)?.childIds ?? [];
    // Set before recursing, so that circular families end.
    totals.set(id, credits);
    const children = depth < depthMax ? [...new Set(childIds)].filter((child) => child !== id) : [];
    const seen = children.reduce((sum, child) => sum + totalOf(child, depth + 1), credits);
    if (inclusiveCredits > seen) {
      hidden.set(id, inclusiveCredits - seen);
    }
    totals.set(id, Math.max(seen, inclusiveCredits));
    return Math.max(seen, inclusiveCredits);
  };
  for (const [id, { inclusiveCredits }] of sessions) {
    if (inclusiveCredits !== undefined) {
      totalOf(id, 0);
    }
  }
  return hidden;
}

/** Returns the rise of unlisted children's use between two looks, by the current families; may be negative. */
function hiddenRise(known: ReadonlyMap<string, SessionFigures>, now: ReadonlyMap<string, SessionFigures>): number {
  return sumOf(hiddenCredits(now)) - sumOf(hiddenCredits(known, now));
}

function sumOf(credits: ReadonlyMap<string, number>): number {
  return [...credits.values()].reduce((sum, each) => sum + each, 0);
}

/** The stored use of a session at its last sight. Times are Unix milliseconds. */
export interface SessionTotal extends SessionFigures {
  readonly sessionId: string;
  readonly updatedAtMs: number;
  readonly completedAtMs?: number;
  readonly archivedAt?: string;
  readonly computerId?: string;
  readonly ownerId?: string;
  readonly dayStarts: readonly { readonly day: Day; readonly credits: number }[];
  readonly lastBurn?: { readonly atMs: number; readonly hourCredits: number };
}

interface LookTime {
  readonly atMs: number;
  /** The previous look; absent for the first, which does not show when use happened. */
  readonly beforeMs: number | undefined;
}

/** A day's figures arrive during the next one or two days. */
const dayStartsMax = 3;

const msPerHour = 3_600_000;
const hoursMin = 1 / 6;

/** Counts each session's own use, so children count once; unlisted children count by their parents' reports. */
export function countSessions(
  known: ReadonlyMap<string, SessionTotal>,
  listed: ReadonlyMap<string, Session>,
  look: LookTime,
): {
  /** The rise of all sessions' use; a lower figure counts as unchanged. */
  readonly risenCredits: number;
  readonly changed: readonly SessionTotal[];
  readonly silentCount: number;
  /** Active sessions that report less than before: their later use does not show. */
  readonly fallenCount: number;
} {
  const changed: SessionTotal[] = [];
  const before = withForgotten(known, listed, look);
  const now = new Map(before);
  let ownCredits = 0;
  let silentCount = 0;
  let fallenCount = 0;
  for (const session of listed.values()) {
    const was = before.get(session.sessionId);
    const said = saidCredits(session, listed);
    silentCount += said === undefined && was !== undefined && was.credits > 0 ? 1 : 0;
    fallenCount += was !== undefined && hasFallen(session, was, look.atMs) ? 1 : 0;
    const credits = Math.max(said ?? 0, was?.credits ?? 0);
    ownCredits += credits - (was?.credits ?? 0);
    const total = totalAfter(session, was, { ...look, credits });
    now.set(session.sessionId, total);
    if (was === undefined || isChanged(was, total)) {
      changed.push(total);
    }
  }
  const risenCredits = Math.max(0, ownCredits + hiddenRise(before, now));
  return { risenCredits, changed, silentCount, fallenCount };
}

/** Returns the totals with sessions that are no longer stored: their use was counted and must not be counted again. */
function withForgotten(
  known: ReadonlyMap<string, SessionTotal>,
  listed: ReadonlyMap<string, Session>,
  look: LookTime,
): ReadonlyMap<string, SessionTotal> {
  const forgotten = [...listed.values()].filter(
    (session) => !known.has(session.sessionId) && isPastKeeping(session, look.atMs),
  );
  const totals = forgotten.map((session) =>
    totalAfter(session, undefined, { ...look, beforeMs: undefined, credits: saidCredits(session, listed) ?? 0 }),
  );
  return new Map([...known, ...totals.map((total) => [total.sessionId, total] as const)]);
}

/** A session without a rise for days before the known data ends adds nothing to a total. */
const movedWithinMs = 3 * msPerDay;

function hasFallen(session: Session, before: SessionTotal, atMs: number): boolean {
  const isLess =
    (session.ownCredits ?? Infinity) < before.credits ||
    (session.inclusiveCredits ?? Infinity) < (before.inclusiveCredits ?? 0);
  return isLess && session.updatedAtMs > atMs - movedWithinMs;
}

export function newlyOwned(
  sessions: ReadonlyMap<string, SessionTotal>,
  hints: readonly Hint[],
): readonly SessionTotal[] {
  const owners = new Map(hints.map(({ sessionId, userId }) => [sessionId, userId]));
  return [...owners].flatMap(([sessionId, ownerId]) => {
    const session = sessions.get(sessionId);
    return session === undefined || session.ownerId === ownerId ? [] : [{ ...session, ownerId }];
  });
}

/** Returns a session's use since a day began, in the platform's unit. */
export function creditsSince({ credits, dayStarts }: SessionTotal, day: Day): number {
  const start = dayStarts.find((each) => each.day >= day);
  return start === undefined ? 0 : credits - start.credits;
}

/** A figure that includes unlisted children counts in full: never less than was used. */
function saidCredits(session: Session, listed: ReadonlyMap<string, Session>): number | undefined {
  const { own, inclusive } = creditsOf(session, listed);
  return own ?? inclusive;
}

function totalAfter(
  session: Session,
  before: SessionTotal | undefined,
  { credits, atMs, beforeMs }: LookTime & { readonly credits: number },
): SessionTotal {
  const { sessionId, updatedAtMs, completedAtMs, archivedAt, computerId } = session;
  const { credits: creditsBefore = 0, dayStarts = [] } = before ?? {};
  const burnCredits = credits - creditsBefore;
  const day = dayOf(atMs);
  const isBurning = burnCredits > 0 && beforeMs !== undefined;
  const starts = isBurning && dayStarts.at(-1)?.day !== day ? [{ day, credits: creditsBefore }] : [];
  const hours = Math.max(hoursMin, (atMs - (beforeMs ?? atMs)) / msPerHour);
  const lastBurn = isBurning ? { atMs, hourCredits: burnCredits / hours } : before?.lastBurn;
  return {
    sessionId,
    // As reported, not a sum of rises: fractions do not add up exactly, and the next look would find a fall.
    credits,
    ...familyAfter(session, before),
    updatedAtMs,
    completedAtMs,
    archivedAt,
    computerId,
    dayStarts: [...dayStarts, ...starts].slice(-dayStartsMax),
    ownerId: before?.ownerId,
    lastBurn,
  };
}

/** Further children count as unlisted: more is counted than was used, never less. */
const childrenMax = 500;

function familyAfter({ ownCredits, inclusiveCredits = 0, childIds }: Session, before: SessionTotal | undefined) {
  const most = Math.max(inclusiveCredits, before?.inclusiveCredits ?? 0);
  const children = [...new Set([...(before?.childIds ?? []), ...childIds])].slice(0, childrenMax);
  return {
    ...((before?.inclusiveCredits !== undefined || most > (ownCredits ?? 0)) && { inclusiveCredits: most }),
    ...(children.length > 0 && { childIds: children }),
  };
}

function isChanged(before: SessionTotal, after: SessionTotal): boolean {
  return (
    before.credits !== after.credits ||
    before.inclusiveCredits !== after.inclusiveCredits ||
    before.childIds?.length !== after.childIds?.length ||
    before.updatedAtMs !== after.updatedAtMs ||
    before.completedAtMs !== after.completedAtMs ||
    before.archivedAt !== after.archivedAt ||
    before.computerId !== after.computerId
  );
}
