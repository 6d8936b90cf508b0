import type { LedgerRow } from './ledger-day.ts';

interface RestFacts {
  /** What each user used on the same weekday of earlier weeks, a map a complete day. Credits. */
  readonly earlier: readonly ReadonlyMap<string, number>[];
  /** What is reported for the day itself. */
  readonly rows: readonly Pick<LedgerRow, 'userId' | 'credits'>[];
  /** Under this share of the usual a user's use is low. */
  readonly collapseShare: number;
}

/** With fewer weeks to compare with, nothing is said of how rare a low day is. */
const weeksMin = 2;

/**
 * How probable it is that everybody whose use is low on a day took a rest on their own: of each, the share of the same
 * weekdays on which they were not at work, counting one more for the little that so few weeks say. For many people who
 * work on that weekday it is next to nothing; of a few who work on some Sundays it is what happens. Of one who worked on
 * every one of them a rest counts as rare. 0 where too little is known.
 */
export function restChance({ earlier, rows, collapseShare }: RestFacts): number {
  if (earlier.length < weeksMin) {
    return 0;
  }
  const today = new Map(rows.map(({ userId, credits }) => [userId, credits]));
  const userIds = new Set(earlier.flatMap((credits) => [...credits.keys()]));
  let chance = 1;
  for (const userId of userIds) {
    const used = earlier.map((credits) => credits.get(userId) ?? 0);
    const atWork = used.filter((credits) => credits > 0);
    const usual = atWork.reduce((sum, credits) => sum + credits, 0) / Math.max(1, atWork.length);
    const low = usual * collapseShare;
    if ((today.get(userId) ?? 0) < low) {
      const days = used.filter((credits) => credits >= low).length;
      const weeks = earlier.length + 1;
      chance *= days === earlier.length ? 1 / weeks ** 2 : 1 - days / weeks;
    }
  }
  return chance;
}
