import { daysOf, type Day, type DayRange } from '../kernel/time/day.ts';
import { DaysOfUsers } from './days-of-users.ts';
import type { UnreadableRow, UserMetricsPage, UserMetricsRow } from './reading.ts';
import type { DayMetrics } from './trust-gate.ts';

export interface GatheredMetrics {
  of(day: Day): DayMetrics;
}

/**
 * Sorts all pages of the users analytics by day; rows of days outside of the range are of no use. A row without a
 * readable day counts for every day. A number a user and day, so that a quarter of a large organization fits in memory.
 */
export async function gatherMetrics(range: DayRange, pages: AsyncIterable<UserMetricsPage>): Promise<GatheredMetrics> {
  const days = daysOf(range);
  const notes = new Map(days.map((day, index) => [day, notesAt(index)]));
  const credits = creditsByDay(days.length);
  const unreadableOnAnyDay = new Set<string>();
  for await (const page of pages) {
    for (const row of page.rows) {
      const known = notes.get(row.day);
      if (known !== undefined) {
        known.repeatedRows += Number(credits.set(known.index, row));
      }
    }
    for (const { day, userId } of page.unreadable.filter(isNamed)) {
      (day === undefined ? unreadableOnAnyDay : notes.get(day)?.unreadableUserIds)?.add(userId);
    }
  }
  return {
    of(day) {
      const { index, unreadableUserIds, repeatedRows } = notes.get(day) ?? notesAt(days.length);
      return {
        creditsByUser: credits.on(index),
        unreadableUserIds: unreadableUserIds.union(unreadableOnAnyDay),
        repeatedRows,
      };
    },
  };
}

function notesAt(index: number) {
  return { index, unreadableUserIds: new Set<string>(), repeatedRows: 0 };
}

function isNamed(row: UnreadableRow): row is UnreadableRow & { readonly userId: string } {
  return row.userId !== undefined;
}

/** The credits of rows by user and day. 0 stands for no row, so that those of a row are kept as one more. */
function creditsByDay(length: number) {
  const users = new DaysOfUsers(length);
  return {
    /** Sets the credits of a day; true when the user has a row of it already. */
    set(index: number, { userId, credits }: UserMetricsRow): boolean {
      const isRepeated = users.read(userId, index) !== 0;
      users.set(userId, index, credits < 0 ? credits : credits + 1);
      return isRepeated;
    },
    on(index: number): ReadonlyMap<string, number> {
      const known = new Map<string, number>();
      for (const [userId, kept] of users.on(index)) {
        if (kept !== 0) {
          known.set(userId, kept < 0 ? kept : kept - 1);
        }
      }
      return known;
    },
  };
}
