import type { Day } from '../../time/day.ts';
import { creditsSince, type SessionTotal } from './session-total.ts';

/** What is seen of a user's work. It only aims: whatever it says, a limit stays within what is provably free. */
export interface SeenUse {
  /** Used since the known data ends, in billed credits. */
  readonly hintedCredits: number;
  /** Used in an hour, when the user was last seen at work. */
  readonly hourCredits: number;
  /** Since the user was last seen at work; `Infinity` for whoever never was. */
  readonly idleHours: number;
  /** Their hook has said since the look before that they are at work, whatever the sessions show. */
  readonly isReported?: true;
}

export interface SeenTerms {
  /** The first day whose use is not known. */
  readonly since: Day;
  /** Billed credits for one unit of the sessions. */
  readonly scale: number;
  /** The last look, in Unix milliseconds. */
  readonly lookMs: number;
  readonly owners: ComputerOwners;
  /** Whose hooks have said since the look before that they are at work, by user id. */
  readonly reportedIds: ReadonlySet<string>;
}

/** Whose a computer is, by its id: a session of which no hook says anything is taken for theirs. */
export type ComputerOwners = ReadonlyMap<string, string>;

const msPerHour = 3_600_000;

/** What is seen of each user of whom some session is known; of the others nothing is seen, whatever their hook reports. */
export function seenUse(sessions: Iterable<SessionTotal>, terms: SeenTerms): ReadonlyMap<string, SeenUse> {
  const owned = ownedSessions(sessions, terms.owners);
  return new Map(
    [...owned].map(([userId, own]) => {
      const reported = terms.reportedIds.has(userId) ? ({ idleHours: 0, isReported: true } as const) : {};
      return [userId, { ...useOf(own, terms), ...reported }];
    }),
  );
}

/** The sessions of each user, by user id. */
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
