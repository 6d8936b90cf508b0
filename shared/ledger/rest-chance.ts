import type { LedgerRow } from './ledger-day.ts';

/** With fewer weeks the probability is unknown. */
const weeksMin = 2;

/**
 * Returns the probability that all users with low use on a day rested independently: for each, the share of the same
 * weekdays without work (with one added, as few weeks say little). For many people who work on that weekday it is
 * almost 0; for a few who sometimes work on Sundays it is high. 0 where too little is known.
 */
export function restChance({
  earlier,
  rows,
  collapseShare,
}: {
  readonly earlier: readonly ReadonlyMap<string, number>[];
  readonly rows: readonly LedgerRow[];
  /** Below this share of the usual a user's use is low. */
  readonly collapseShare: number;
}): number {
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
