import type { PlatformWindow } from '../budgets/window.ts';
import { addDays, daysBetween, latestDay, type Day } from '../kernel/time/day.ts';
import type { DailyUse } from '../ledger/daily-use.ts';
import type { LimitRecord } from '../limits/limit-record.ts';
import { lookBack, stoppedDaysOf } from '../limits/stopped-days.ts';
import type { DemandHistory } from '../pools/demand/demand-history.ts';

/** What users consumed by day. Days before the organization's first use, or before joining, are no idle days. */
export function demandHistories(
  subjects: readonly { readonly userId: string; readonly record: LimitRecord | undefined; readonly joinedOn?: Day }[],
  use: DailyUse,
  { dataThrough, platformWindow }: { readonly dataThrough: Day | undefined; readonly platformWindow: PlatformWindow },
): readonly DemandHistory[] {
  const firstUsed = use.organization.findIndex((credits) => credits > 0);
  if (dataThrough === undefined || firstUsed < 0) {
    return subjects.map(({ userId }) => ({ userId, credits: [], isStopped: [] }));
  }
  const begun = latestDay(use.knownFrom, addDays(use.range.from, firstUsed));
  const none = new Float64Array(use.days.length);
  const back = lookBack(use, { dataThrough, platformWindow });
  const begunAt = Math.max(0, daysBetween(use.range.from, begun));
  return subjects.map(({ userId, record, joinedOn }) => {
    const offset =
      joinedOn === undefined || joinedOn <= begun ? begunAt : Math.max(0, daysBetween(use.range.from, joinedOn));
    const used = use.users.get(userId) ?? none;
    const stopped = stoppedDaysOf(record, used, back);
    // A typed array view costs as much memory as some days of data.
    const credits = offset === 0 ? used : used.subarray(offset);
    const isStopped = stopped.length === 0 ? [] : use.days.slice(offset).map((day) => stopped.includes(day));
    return { userId, credits, isStopped };
  });
}
