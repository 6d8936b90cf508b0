import type { Hint } from '../../hook/hint.ts';
import { creditsOf } from '../../sessions/session-credits.ts';
import { isPastKeeping } from '../../sessions/session-keeping.ts';
import type { Session } from '../../sessions/session.ts';
import { dayOf, msPerDay, type Day } from '../../time/day.ts';
import { hiddenRise, type SessionFigures } from './hidden-credits.ts';

/** What is kept of a session between readings: what it had used when it was last seen. Times are Unix milliseconds. */
export interface SessionTotal extends SessionFigures {
  readonly sessionId: string;
  readonly updatedAtMs: number;
  readonly completedAtMs?: number;
  readonly archivedAt?: string;
  readonly computerId?: string;
  /** Whose it is, as a hook said last; absent where none said it. */
  readonly ownerId?: string;
  /** What it had used when these days began, ascending: the last ones on which it used anything. */
  readonly dayStarts: readonly DayStart[];
  /** When it was last seen to have used anything since the look before; absent while it never was. */
  readonly lastBurn?: LastBurn;
}

interface LastBurn {
  readonly atMs: number;
  /** Since the look before, an hour. */
  readonly hourCredits: number;
}

/** When a list of sessions was read. */
interface LookTime {
  readonly atMs: number;
  /** The look before; absent for the first of all, which says nothing of when all that was used. */
  readonly beforeMs: number | undefined;
}

interface DayStart {
  readonly day: Day;
  readonly credits: number;
}

/** What a reading adds to what was known. */
interface CountedSessions {
  /** By how much the use of all sessions has risen; a figure that fell counts as unchanged. */
  readonly risenCredits: number;
  /** Those of which something is to be stored. */
  readonly changed: readonly SessionTotal[];
  /** Sessions that say nothing of their use, and said something before. */
  readonly silentCount: number;
  /** Sessions that are at work and say less than before: what they used since then does not show. */
  readonly fallenCount: number;
}

/** Figures of a day come in the course of the next one, or of the one after it. */
const dayStartsMax = 3;

const msPerHour = 3_600_000;
/** Two looks within minutes tell little of an hour. */
const hoursMin = 1 / 6;

/**
 * Counts the sessions of a look, each with its own use alone, so that children count once; those that are not listed
 * count by what their parents say.
 */
export function countSessions(
  known: ReadonlyMap<string, SessionTotal>,
  listed: ReadonlyMap<string, Session>,
  look: LookTime,
): CountedSessions {
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

/**
 * What is known, with the sessions that are kept no more: what they used was counted long ago, and is not counted again
 * each time the table has forgotten them.
 */
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

/** What has not moved for days before the known data ends has used nothing that a total is asked for. */
const movedWithinMs = 3 * msPerDay;

function hasFallen(session: Session, before: SessionTotal, atMs: number): boolean {
  const isLess =
    (session.ownCredits ?? Infinity) < before.credits ||
    (session.inclusiveCredits ?? Infinity) < (before.inclusiveCredits ?? 0);
  return isLess && session.updatedAtMs > atMs - movedWithinMs;
}

/** The sessions of which somebody said again that they are theirs. */
export function newlyOwned(
  sessions: ReadonlyMap<string, SessionTotal>,
  hints: readonly Pick<Hint, 'sessionId' | 'userId'>[],
): readonly SessionTotal[] {
  const owners = new Map(hints.map(({ sessionId, userId }) => [sessionId, userId]));
  return [...owners].flatMap(([sessionId, ownerId]) => {
    const session = sessions.get(sessionId);
    return session === undefined || session.ownerId === ownerId ? [] : [{ ...session, ownerId }];
  });
}

/** What a session has used since a day began; in the platform's unit. */
export function creditsSince({ credits, dayStarts }: SessionTotal, day: Day): number {
  const start = dayStarts.find((each) => each.day >= day);
  return start === undefined ? 0 : credits - start.credits;
}

/** Where only the figure with all children is said, and theirs are not, it counts whole: never less than was used. */
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
    // As it was said, and not a sum of rises: fractions do not add up, and the next look would find that it fell.
    credits,
    ...familyAfter(session, before),
    updatedAtMs,
    ...(completedAtMs !== undefined && { completedAtMs }),
    ...(archivedAt !== undefined && { archivedAt }),
    ...(computerId !== undefined && { computerId }),
    dayStarts: [...dayStarts, ...starts].slice(-dayStartsMax),
    ...(before?.ownerId !== undefined && { ownerId: before.ownerId }),
    ...(lastBurn !== undefined && { lastBurn }),
  };
}

/** A child beyond counts as one that is not listed: more is counted than was used, never less. */
const childrenMax = 500;

/** Only what says more than the session's own use is kept. */
function familyAfter(
  { ownCredits, inclusiveCredits = 0, childIds }: Session,
  before: SessionTotal | undefined,
): Pick<SessionTotal, 'inclusiveCredits' | 'childIds'> {
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
