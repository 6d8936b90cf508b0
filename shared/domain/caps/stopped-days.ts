import { windowAt, type PlatformWindow } from '../budgets/window.ts';
import { creditsWithin, type DailyUse } from '../ledger/daily-use.ts';
import { addDays, daysOf, latestDay, startOfDayMs, type Day } from '../time/day.ts';
import type { CapPlanInput } from './cap-plan-input.ts';
import type { LimitRecord } from './limit-record.ts';

/** As far back as the record still tells which limit was in force. */
const lookedBackDays = 8;
/** Older days do not count in what a user is estimated to want. */
const keptDays = 56;

/**
 * The days on which a user met the limit, ascending: of late, by the limits that the record still holds and the use
 * that is known; before that, as noted. `dataThrough` is the last day whose use is known.
 */
export function stoppedDaysOf(
  record: LimitRecord | undefined,
  use: DailyUse,
  { dataThrough, platformWindow }: { readonly dataThrough: Day; readonly platformWindow: PlatformWindow },
): readonly Day[] {
  if (record === undefined) {
    return [];
  }
  const from = latestDay(use.range.from, addDays(dataThrough, 1 - lookedBackDays));
  const keptFrom = addDays(dataThrough, 1 - keptDays);
  const noted = (record.stoppedDays ?? []).filter((day) => day >= keptFrom && (day < from || day > dataThrough));
  const credits = use.users.get(record.userId);
  const seen = daysOf({ from, through: dataThrough }).filter((day) => {
    const limitCredits = limitAtEndOf(day, record);
    const usedFrom = windowAt('platform', day, platformWindow).from;
    return limitCredits !== undefined && creditsWithin(use, credits, { from: usedFrom, through: day }) >= limitCredits;
  });
  return [...noted, ...seen].toSorted();
}

/** What is known of everybody's limit, by user id, with the stopped days to be kept when a record is next written. */
export function recordsWithStops({ limits, dataThrough, pools }: CapPlanInput): ReadonlyMap<string, LimitRecord> {
  const { use, platformWindow } = pools;
  return new Map(
    limits.map((record) => {
      const days =
        dataThrough === undefined
          ? (record.stoppedDays ?? [])
          : stoppedDaysOf(record, use, { dataThrough, platformWindow });
      return [record.userId, withStoppedDays(record, days)];
    }),
  );
}

function withStoppedDays(record: LimitRecord, days: readonly Day[]): LimitRecord {
  const { stoppedDays: _, ...rest } = record;
  return days.length === 0 ? rest : { ...rest, stoppedDays: days };
}

/** The limit under which a day ended; undefined when there was none, or it is not known which. */
function limitAtEndOf(day: Day, { confirmed, unsettled, replaced = [] }: LimitRecord): number | undefined {
  const endMs = startOfDayMs(addDays(day, 1));
  const standing = [...(confirmed === undefined ? [] : [confirmed]), ...unsettled];
  const all = [
    ...replaced.map(({ limitCredits, from, until }) => ({ limitCredits, from, untilMs: Date.parse(until) })),
    ...standing.map(({ limitCredits, at }) => ({ limitCredits, from: at, untilMs: Infinity })),
  ];
  const then = all.filter(({ from, untilMs }) => Date.parse(from) < endMs && untilMs >= endMs);
  return then.length === 0 ? undefined : Math.max(...then.map(({ limitCredits }) => limitCredits));
}
