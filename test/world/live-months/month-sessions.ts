import { msPerDay } from '../../../shared/kernel/time/day.ts';
import type { Session } from '../../../shared/sessions/session.ts';
import type { Draw } from '../../support/redaction/draw.ts';

/** How the list of sessions tells what was used. */
export interface Showing {
  /** Billed credits for one unit of a session. */
  readonly scale: number;
  /** The least share of its use that a session shows: 1 ÷ (1 + ε). */
  readonly leastShare: number;
  readonly lagMs: number;
  /** What of it the list tells: all; less than the allowance covers; or it never names most sessions. */
  readonly told: 'all' | 'a part' | 'few sessions';
}

interface WorkedSession {
  readonly sessionId: string;
  readonly parent: WorkedSession | undefined;
  readonly createdAtMs: number;
  /** A child that is not listed shows in its parent's inclusive figure alone. */
  readonly isListed: boolean;
  readonly share: number;
  readonly bursts: { readonly atMs: number; readonly credits: number }[];
  readonly children: WorkedSession[];
  /** Up to when its own figure, and that with its children, showed what was used; they do not go back. */
  shownMs: { own: number; inclusive: number };
}

/** The sessions in which an organization works, and their list as a platform may tell it. */
export function monthSessions(draw: Draw, showing: Showing) {
  const sessions: WorkedSession[] = [];
  const current = new Map<number, WorkedSession>();
  const open = (atMs: number, parent?: WorkedSession): WorkedSession => {
    const session: WorkedSession = {
      sessionId: `s${sessions.length}`,
      parent,
      createdAtMs: atMs,
      isListed: parent === undefined ? showing.told !== 'few sessions' || draw.below(5) === 0 : draw.below(2) === 0,
      share: showing.told === 'a part' ? draw.below(30) / 100 : draw.below(2) === 0 ? showing.leastShare : 1,
      bursts: [],
      children: [],
      shownMs: { own: atMs, inclusive: atMs },
    };
    sessions.push(session);
    parent?.children.push(session);
    return session;
  };
  return {
    /** A user works: in the session of the time, in a new one, or in a child of it. */
    use(user: number, credits: number, atMs: number): void {
      const known = current.get(user);
      const session = known === undefined || draw.below(12) === 0 ? open(atMs) : known;
      current.set(user, session);
      const worked = draw.below(3) === 0 ? (draw.from([open(atMs, session), ...session.children]) ?? session) : session;
      worked.bursts.push({ atMs, credits });
    },
    /** The list as it is read: each figure is of some moment since the lag. */
    list(beganAtMs: number, endedAtMs: number): ReadonlyMap<string, Session> {
      const asOfMs = (): number => {
        const earliestMs = beganAtMs - showing.lagMs;
        return draw.below(3) === 0 ? earliestMs : earliestMs + draw.below(endedAtMs - earliestMs + 1);
      };
      const listed = sessions.filter(
        (session) => session.isListed && !isGone(session, draw, beganAtMs - showing.lagMs),
      );
      return new Map(listed.map((session) => [session.sessionId, shown(session, { asOfMs, showing, draw })]));
    },
  };
}

/** A session that has been quiet for so long that it was read since may be deleted. */
function isGone(session: WorkedSession, draw: Draw, shownUntilMs: number): boolean {
  const lastMs = lastUseOf(session);
  return lastMs < shownUntilMs - msPerDay && draw.below(4) === 0;
}

function lastUseOf({ createdAtMs, bursts, children }: WorkedSession): number {
  return Math.max(createdAtMs, bursts.at(-1)?.atMs ?? 0, ...children.map((child) => lastUseOf(child)));
}

function shown(
  session: WorkedSession,
  { asOfMs, showing, draw }: { readonly asOfMs: () => number; readonly showing: Showing; readonly draw: Draw },
): Session {
  const { sessionId, createdAtMs, bursts, children } = session;
  // Now and then a figure falls for a while.
  const glitch = draw.below(50) === 0 ? 0.5 : 1;
  const unit = glitch / showing.scale;
  session.shownMs = {
    own: Math.max(session.shownMs.own, asOfMs()),
    inclusive: Math.max(session.shownMs.inclusive, asOfMs()),
  };
  return {
    sessionId,
    createdAtMs,
    updatedAtMs: bursts.at(-1)?.atMs ?? createdAtMs,
    messageCount: bursts.length,
    ownCredits: usedBy(session, session.shownMs.own) * unit,
    inclusiveCredits: inclusiveOf(session, session.shownMs.inclusive) * unit,
    childIds: children.filter(({ isListed }) => isListed).map((child) => child.sessionId),
  };
}

function usedBy({ bursts, share }: WorkedSession, untilMs: number): number {
  return bursts.reduce((sum, { atMs, credits }) => (atMs <= untilMs ? sum + credits * share : sum), 0);
}

function inclusiveOf(session: WorkedSession, untilMs: number): number {
  return session.children.reduce((sum, child) => sum + inclusiveOf(child, untilMs), usedBy(session, untilMs));
}
