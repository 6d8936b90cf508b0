import type { UserMetricsPage } from '../../domain/ledger/reading.ts';
import type { DayMetrics } from '../../domain/ledger/trust-gate.ts';
import type { Day } from '../../domain/time/day.ts';

interface Gathered {
  readonly creditsByUser: Map<string, number>;
  readonly unreadableUserIds: Set<string>;
  repeatedRows: number;
}

/** Sorts all pages of the users analytics by day. A row without a readable day counts for every day. */
export async function gatherMetrics(pages: AsyncIterable<UserMetricsPage>): Promise<{ of(day: Day): DayMetrics }> {
  const days = new Map<Day, Gathered>();
  const unreadableOnAnyDay = new Set<string>();
  for await (const page of pages) {
    for (const { day, userId, credits } of page.rows) {
      const gathered = dayIn(days, day);
      gathered.repeatedRows += Number(gathered.creditsByUser.has(userId));
      gathered.creditsByUser.set(userId, credits);
    }
    for (const { day, userId } of page.unreadable) {
      if (userId !== undefined) {
        (day === undefined ? unreadableOnAnyDay : dayIn(days, day).unreadableUserIds).add(userId);
      }
    }
  }
  return {
    of(day) {
      const { creditsByUser, unreadableUserIds, repeatedRows } = dayIn(days, day);
      return { creditsByUser, unreadableUserIds: unreadableUserIds.union(unreadableOnAnyDay), repeatedRows };
    },
  };
}

function dayIn(days: Map<Day, Gathered>, day: Day): Gathered {
  const known = days.get(day);
  if (known !== undefined) {
    return known;
  }
  const fresh: Gathered = { creditsByUser: new Map(), unreadableUserIds: new Set(), repeatedRows: 0 };
  days.set(day, fresh);
  return fresh;
}
