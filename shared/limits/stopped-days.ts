import { windowAt, type PlatformWindow } from '../budgets/window.ts';
import type { DayCredits } from '../forecast/daily-credits.ts';
import { addDays, daysBetween, daysOf, latestDay, startOfDayMs, type Day } from '../kernel/time/day.ts';
import type { DailyUse } from '../ledger/daily-use.ts';
import { recordsByUser, type LimitRecord } from './limit-record.ts';

const lookedBackDays = 8;
/** Older days do not count in demand estimates. */
const keptDays = 56;

interface LookBack {
  readonly days: readonly KnownDay[];
  readonly keptFrom: Day;
}

interface KnownDay {
  readonly day: Day;
  readonly endMs: number;
  readonly fromIndex: number;
  readonly endIndex: number;
}

/** Returns the days on which the record still shows who reached their limit. `dataThrough` is the last known day. */
export function lookBack(
  { range }: DailyUse,
  { dataThrough, platformWindow }: { readonly dataThrough: Day; readonly platformWindow: PlatformWindow },
): LookBack {
  const from = latestDay(range.from, addDays(dataThrough, 1 - lookedBackDays));
  return {
    keptFrom: addDays(dataThrough, 1 - keptDays),
    days: daysOf({ from, through: dataThrough }).map((day) => ({
      day,
      endMs: startOfDayMs(addDays(day, 1)),
      fromIndex: Math.max(0, daysBetween(range.from, windowAt('platform', day, platformWindow).from)),
      endIndex: daysBetween(range.from, day) + 1,
    })),
  };
}

/** Returns the days on which a user reached the limit, ascending: recent ones computed, earlier ones as noted. */
export function stoppedDaysOf(
  record: LimitRecord | undefined,
  credits: DayCredits | undefined,
  { days, keptFrom }: LookBack,
): readonly Day[] {
  if (record === undefined) {
    return [];
  }
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  const noted = (record.stoppedDays ?? []).filter((day) => day >= keptFrom && (day < first || day > last));
  const limits = limitsOf(record);
  const seen = days.filter((day) => {
    const limitCredits = limitAtEndOf(day, limits);
    return limitCredits !== undefined && usedBy(day, credits) >= limitCredits;
  });
  return [...noted, ...seen.map(({ day }) => day)].toSorted();
}

/** Returns every limit record, by user id, with the stopped days that its next write stores. */
export function recordsWithStops({
  limits,
  dataThrough,
  pools: { use, platformWindow },
}: {
  readonly limits: readonly LimitRecord[];
  readonly dataThrough: Day | undefined;
  readonly pools: { readonly use: DailyUse; readonly platformWindow: PlatformWindow };
}): ReadonlyMap<string, LimitRecord> {
  if (dataThrough === undefined) {
    return recordsByUser(limits);
  }
  const back = lookBack(use, { dataThrough, platformWindow });
  return new Map(
    limits.map((record) => {
      const days = stoppedDaysOf(record, use.users.get(record.userId), back);
      return [record.userId, withStoppedDays(record, days)];
    }),
  );
}

function withStoppedDays(record: LimitRecord, days: readonly Day[]): LimitRecord {
  if (days.length === 0 && record.stoppedDays === undefined) {
    return record;
  }
  const { stoppedDays: _, ...rest } = record;
  return days.length === 0 ? rest : { ...rest, stoppedDays: days };
}

interface LimitPeriod {
  readonly limitCredits: number;
  readonly fromMs: number;
  readonly untilMs: number;
}

function limitsOf({ confirmed, unsettled, replaced = [] }: LimitRecord): readonly LimitPeriod[] {
  const inForce = [...(confirmed === undefined ? [] : [confirmed]), ...unsettled];
  return [
    ...replaced.map(({ limitCredits, from, until }) => ({
      limitCredits,
      fromMs: Date.parse(from),
      untilMs: Date.parse(until),
    })),
    ...inForce.map(({ limitCredits, at }) => ({ limitCredits, fromMs: Date.parse(at), untilMs: Infinity })),
  ];
}

function limitAtEndOf({ endMs }: KnownDay, limits: readonly LimitPeriod[]): number | undefined {
  let highest: number | undefined;
  for (const { limitCredits, fromMs, untilMs } of limits) {
    if (fromMs < endMs && untilMs >= endMs && limitCredits > (highest ?? -1)) {
      highest = limitCredits;
    }
  }
  return highest;
}

function usedBy({ fromIndex, endIndex }: KnownDay, credits: DayCredits | undefined): number {
  let used = 0;
  for (let index = fromIndex; index < endIndex; index += 1) {
    used += credits?.[index] ?? 0;
  }
  return used;
}
