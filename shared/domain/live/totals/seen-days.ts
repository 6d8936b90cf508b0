import { addDays, daysOf, type Day, type DayRange } from '../../time/day.ts';
import { ownedSessions, type SeenTerms } from './seen-use.ts';
import { creditsSince, type SessionTotal } from './session-total.ts';

/** What was seen of one user's use on one day. Whole credits. */
export interface SeenCredits {
  readonly day: Day;
  readonly credits: number;
}

/** What is kept of what is seen of one user, so that whoever asks can leave out the days that the ledger knows by then. */
export interface SeenPerson {
  readonly userId: string;
  /** ISO instant of the look. */
  readonly at: string;
  /** Ascending, those alone on which anything was seen. */
  readonly days: readonly SeenCredits[];
}

/** What is seen of the use of each user on each of some days, by user id; users and days without any are left out. */
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

/** The sum of some days of a range. */
export function seenWithin(days: readonly SeenCredits[], { from, through }: DayRange): number {
  return days.reduce((sum, { day, credits }) => sum + (from <= day && day <= through ? credits : 0), 0);
}

/** The same days with no more in all than a bound, the first days first. */
export function atMost(days: readonly SeenCredits[], boundCredits: number): readonly SeenCredits[] {
  let leftCredits = Math.max(0, boundCredits);
  return days.flatMap(({ day, credits }) => {
    const kept = Math.min(credits, leftCredits);
    leftCredits -= kept;
    return kept > 0 ? [{ day, credits: kept }] : [];
  });
}
