import {
  addDays,
  dayOf,
  latestDay,
  msPerDay,
  startOfDayMs,
  weekdayOf,
  type Day,
  type DayRange,
} from '../kernel/time/day.ts';
import { historyStart } from '../ledger/reading-range.ts';

export interface DigestTime {
  readonly weekday: number;
  readonly hour: number;
}

/** Seven days, and the seven before them. */
export interface ComparedWeeks {
  readonly week: DayRange;
  readonly before: DayRange;
}

export interface DigestWeek extends ComparedWeeks {
  readonly dueOn: Day;
  readonly dueAt: string;
}

const msPerHour = 3_600_000;

/** Returns the last digest due at a moment in Unix milliseconds. It covers the seven days before its due day. */
export function digestDueAt(nowMs: number, { weekday, hour }: DigestTime): DigestWeek {
  const today = dayOf(nowMs);
  const daysSince = (weekdayOf(today) - weekday + 7) % 7;
  const onMs = startOfDayMs(addDays(today, -daysSince)) + hour * msPerHour;
  const dueMs = onMs <= nowMs ? onMs : onMs - 7 * msPerDay;
  const dueOn = dayOf(dueMs);
  const from = addDays(dueOn, -7);
  return {
    dueOn,
    dueAt: new Date(dueMs).toISOString(),
    week: { from: latestDay(historyStart, from), through: addDays(dueOn, -1) },
    before: { from: latestDay(historyStart, addDays(from, -7)), through: addDays(from, -1) },
  };
}
