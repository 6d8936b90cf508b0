import { creditsOf } from '../../sessions/session-credits.ts';
import type { Session } from '../../sessions/session.ts';
import type { Day } from '../../time/day.ts';

/** What is kept of a session between readings: what it had used when it was last seen. Times are Unix milliseconds. */
export interface SessionTotal {
  readonly sessionId: string;
  /** The most that it ever said of its own use, without its children; in the platform's unit. */
  readonly credits: number;
  readonly updatedAtMs: number;
  readonly completedAtMs?: number;
  readonly archivedAt?: string;
  readonly computerId?: string;
  /** What it had used when these days began, ascending: the last ones on which it used anything. */
  readonly dayStarts: readonly DayStart[];
}

interface DayStart {
  readonly day: Day;
  readonly credits: number;
}

/** What a reading adds to what was known. */
export interface CountedSessions {
  /** By how much the use of all sessions has risen; a figure that fell counts as unchanged. */
  readonly risenCredits: number;
  /** Those of which something is to be stored. */
  readonly changed: readonly SessionTotal[];
  /** What each session used since the last reading, by session id; those that used nothing are absent. */
  readonly burns: ReadonlyMap<string, number>;
  /** Sessions that say nothing of their use, and said something before. */
  readonly silentCount: number;
}

/** Figures of a day come in the course of the next one, or of the one after it. */
const dayStartsMax = 3;

/**
 * Counts the sessions of a reading on a day, each with its own use alone, so that children count once. The first reading
 * says nothing of when all that was used, and its day is absent.
 */
export function countSessions(
  known: ReadonlyMap<string, SessionTotal>,
  listed: ReadonlyMap<string, Session>,
  day: Day | undefined,
): CountedSessions {
  const changed: SessionTotal[] = [];
  const burns = new Map<string, number>();
  let risenCredits = 0;
  let silentCount = 0;
  for (const session of listed.values()) {
    const before = known.get(session.sessionId);
    const said = saidCredits(session, listed);
    silentCount += said === undefined && before !== undefined && before.credits > 0 ? 1 : 0;
    const burnCredits = Math.max(0, (said ?? 0) - (before?.credits ?? 0));
    if (burnCredits > 0) {
      risenCredits += burnCredits;
    }
    if (burnCredits > 0 && day !== undefined) {
      burns.set(session.sessionId, burnCredits);
    }
    const total = totalAfter(session, before, { burnCredits, day });
    if (before === undefined || isChanged(before, total)) {
      changed.push(total);
    }
  }
  return { risenCredits, changed, burns, silentCount };
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
  { sessionId, updatedAtMs, completedAtMs, archivedAt, computerId }: Session,
  before: SessionTotal | undefined,
  { burnCredits, day }: { readonly burnCredits: number; readonly day: Day | undefined },
): SessionTotal {
  const { credits = 0, dayStarts = [] } = before ?? {};
  const starts = burnCredits > 0 && day !== undefined && dayStarts.at(-1)?.day !== day ? [{ day, credits }] : [];
  return {
    sessionId,
    credits: credits + burnCredits,
    updatedAtMs,
    ...(completedAtMs !== undefined && { completedAtMs }),
    ...(archivedAt !== undefined && { archivedAt }),
    ...(computerId !== undefined && { computerId }),
    dayStarts: [...dayStarts, ...starts].slice(-dayStartsMax),
  };
}

function isChanged(before: SessionTotal, after: SessionTotal): boolean {
  return (
    before.credits !== after.credits ||
    before.updatedAtMs !== after.updatedAtMs ||
    before.completedAtMs !== after.completedAtMs ||
    before.archivedAt !== after.archivedAt ||
    before.computerId !== after.computerId
  );
}
