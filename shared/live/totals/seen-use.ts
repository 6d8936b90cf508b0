import type { Day } from '../../kernel/time/day.ts';
import { creditsSince, type SessionTotal } from './session-total.ts';

/** Observations of a user's work. They only set targets: a limit stays within the provably free credits. */
export interface SeenUse {
  /** Use since the known data ends, in billed credits. */
  readonly hintedCredits: number;
  readonly hourCredits: number;
  /** Hours since the user was last seen at work; `Infinity` for never. */
  readonly idleHours: number;
  /** Their hook reported work since the previous look, whatever the sessions show. */
  readonly isReported?: true;
}

export interface SeenTerms {
  readonly since: Day;
  readonly scale: number;
  readonly lookMs: number;
  readonly owners: ComputerOwners;
  readonly reportedIds: ReadonlySet<string>;
}

/** The owner of each computer, by its id: a session without a hook's report is attributed to them. */
export type ComputerOwners = ReadonlyMap<string, string>;

const msPerHour = 3_600_000;

/** Returns observations of each user with a known session. Hooks alone do not make a user observed. */
export function seenUse(sessions: Iterable<SessionTotal>, terms: SeenTerms): ReadonlyMap<string, SeenUse> {
  const owned = ownedSessions(sessions, terms.owners);
  return new Map(
    [...owned].map(([userId, own]) => {
      const reported = terms.reportedIds.has(userId) ? ({ idleHours: 0, isReported: true } as const) : {};
      return [userId, { ...useOf(own, terms), ...reported }];
    }),
  );
}

export function ownedSessions(
  sessions: Iterable<SessionTotal>,
  owners: ComputerOwners,
): ReadonlyMap<string, readonly SessionTotal[]> {
  const owned = new Map<string, SessionTotal[]>();
  for (const session of sessions) {
    const owner = session.ownerId ?? owners.get(session.computerId ?? '');
    if (owner !== undefined) {
      const own = owned.get(owner) ?? [];
      own.push(session);
      owned.set(owner, own);
    }
  }
  return owned;
}

function useOf(sessions: readonly SessionTotal[], { since, scale, lookMs }: SeenTerms): SeenUse {
  const burns = sessions.flatMap(({ lastBurn }) => lastBurn ?? []);
  const lastMs = burns.reduce((last, { atMs }) => Math.max(last, atMs), -Infinity);
  const hourCredits = burns.reduce((sum, burn) => sum + (burn.atMs === lastMs ? burn.hourCredits : 0), 0);
  const sinceCredits = sessions.reduce((sum, session) => sum + creditsSince(session, since), 0);
  return {
    hintedCredits: Math.ceil(sinceCredits * scale),
    hourCredits: Math.ceil(hourCredits * scale),
    idleHours: Math.max(0, lookMs - lastMs) / msPerHour,
  };
}
