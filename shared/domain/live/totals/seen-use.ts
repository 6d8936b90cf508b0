import type { Day } from '../../time/day.ts';
import { creditsSince, type SessionTotal } from './session-total.ts';

/** What is seen of a user's work. It only aims: whatever it says, a limit stays within what is provably free. */
export interface SeenUse {
  /** Used since a day began, and since the last look. Whole credits. */
  readonly sinceCredits: number;
  readonly burnCredits: number;
}

export interface SeenTerms {
  /** The first day whose use is not known. */
  readonly since: Day;
  /** Billed credits for one unit of the sessions. */
  readonly scale: number;
  /** What each session used since the last look, by session id. */
  readonly burns: ReadonlyMap<string, number>;
  /** Whose a session is, by its id, as hooks said; a session without one counts for the owner of its computer. */
  readonly ownerOfSession: ReadonlyMap<string, string>;
  /** By the id of the computer. */
  readonly ownerOfComputer: ReadonlyMap<string, string>;
}

/** What is seen of each user of whom some session is known, by user id; of the others nothing is seen. */
export function seenUse(sessions: Iterable<SessionTotal>, terms: SeenTerms): ReadonlyMap<string, SeenUse> {
  const { since, scale, burns, ownerOfSession, ownerOfComputer } = terms;
  const seen = new Map<string, SeenUse>();
  for (const session of sessions) {
    const { sessionId, computerId } = session;
    const owner = ownerOfSession.get(sessionId) ?? ownerOfComputer.get(computerId ?? '');
    if (owner !== undefined) {
      const { sinceCredits = 0, burnCredits = 0 } = seen.get(owner) ?? {};
      seen.set(owner, {
        sinceCredits: sinceCredits + creditsSince(session, since) * scale,
        burnCredits: burnCredits + (burns.get(sessionId) ?? 0) * scale,
      });
    }
  }
  return new Map([...seen].map(([userId, use]) => [userId, roundedUp(use)]));
}

function roundedUp({ sinceCredits, burnCredits }: SeenUse): SeenUse {
  return { sinceCredits: Math.ceil(sinceCredits), burnCredits: Math.ceil(burnCredits) };
}
