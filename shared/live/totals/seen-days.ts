import { addDays, daysOf, type Day, type DayRange } from '../../kernel/time/day.ts';
import { ownedSessions, type SeenTerms } from './seen-use.ts';
import { creditsSince, type SessionTotal } from './session-total.ts';

export interface SeenCredits {
  readonly day: Day;
  readonly credits: number;
}

/** Stored observations of one user; readers leave out the days that the ledger knows by then. */
export interface SeenPerson {
  readonly userId: string;
  readonly at: string;
  readonly days: readonly SeenCredits[];
}

/** Returns each user's observed use on each of some days, by user id; users and days without any are left out. */
export function seenDays(
  sessions: Iterable<SessionTotal>,
  range: DayRange,
  { scale, owners }: Pick<SeenTerms, 'scale' | 'owners'>,
): ReadonlyMap<string, readonly SeenCredits[]> {
  const days = daysOf(range);
  const seen = [...ownedSessions(sessions, owners)].map(([userId, own]) => {
    const ofDay = (day: Day) =>
      own.reduce((sum, each) => sum + creditsSince(each, day) - creditsSince(each, addDays(day, 1)), 0);
    const used = days.map((day) => ({ day, credits: Math.ceil(ofDay(day) * scale) }));
    return [userId, used.filter(({ credits }) => credits > 0)] as const;
  });
  return new Map(seen.filter(([, used]) => used.length > 0));
}

export function seenWithin(days: readonly SeenCredits[], { from, through }: DayRange): number {
  return days.reduce((sum, { day, credits }) => sum + (from <= day && day <= through ? credits : 0), 0);
}

export function atMost(days: readonly SeenCredits[], boundCredits: number): readonly SeenCredits[] {
  let leftCredits = Math.max(0, boundCredits);
  return days.flatMap(({ day, credits }) => {
    const kept = Math.min(credits, leftCredits);
    leftCredits -= kept;
    return kept > 0 ? [{ day, credits: kept }] : [];
  });
}
