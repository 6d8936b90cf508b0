import type { Day } from '../kernel/time/day.ts';
import type { JournalEntry, JournalValue } from './journal-entry.ts';

export interface RestatedDay {
  readonly day: Day;
  readonly beforeCredits: number;
  readonly afterCredits: number;
  /** Changes by user; not all of them, if there are many. */
  readonly users: readonly { readonly userId: string; readonly moreCredits: number }[];
}

/** Returns the days that some entries report as restated. */
export function restatedDaysIn(entries: readonly JournalEntry[]): readonly RestatedDay[] {
  return entries.flatMap(({ kind, subject, detail: { totalBefore, totalAfter, users } }) => {
    const isReadable = typeof totalBefore === 'number' && typeof totalAfter === 'number';
    return kind === 'day-restated' && subject !== undefined && isReadable
      ? [{ day: subject, beforeCredits: totalBefore, afterCredits: totalAfter, users: usersIn(users) }]
      : [];
  });
}

function usersIn(users: JournalValue | undefined): RestatedDay['users'] {
  return (Array.isArray(users) ? users : []).flatMap((user: JournalValue) => {
    if (typeof user !== 'object' || user === null || !('userId' in user)) {
      return [];
    }
    const { userId, before, after } = user;
    return typeof userId === 'string' && typeof before === 'number' && typeof after === 'number'
      ? [{ userId, moreCredits: after - before }]
      : [];
  });
}
