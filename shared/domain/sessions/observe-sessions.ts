import type { Observation } from '../notifications/observation.ts';
import { grouped } from '../texts/grouped.ts';
import type { Session } from './session.ts';

/** What there is to say of sessions past the ceiling, in the platform's unit of session credits. */
export function observeSessions(
  sessions: readonly Session[],
  ceilingCredits: number | undefined,
): readonly Observation[] {
  return sessions.flatMap((session) => {
    const credits = session.inclusiveCredits ?? session.ownCredits;
    return credits === undefined || ceilingCredits === undefined || credits <= ceilingCredits
      ? []
      : [overCeiling(session, credits, ceilingCredits)];
  });
}

function overCeiling({ sessionId }: Session, credits: number, ceilingCredits: number): Observation {
  return {
    topic: 'session-runaway',
    key: sessionId,
    fingerprint: 'ceiling',
    severity: 'high',
    owners: [],
    notifiesAdmins: true,
    headline: `The session ${sessionId} has used ${grouped(credits)} credits, past the ceiling of ${grouped(ceilingCredits)}`,
    details: ['Credits of sessions are in the platform’s own unit, children included.'],
    resolvedHeadline: `The session ${sessionId} is past the ceiling no more`,
    resolvesAfterNights: 1,
  };
}
