import { historyStart } from '../ledger/reading-range.ts';
import { addDays, dayOf, latestDay, msPerDay, startOfDayMs, weekdayOf, type Day, type DayRange } from '../time/day.ts';

/** When the weekly digest goes out, UTC. */
export interface DigestTime {
  /** ISO weekday. */
  readonly weekday: number;
  readonly hour: number;
}

/** The seven days of a digest, and the seven before them as far as there are analytics of them. */
export interface DigestWeek {
  /** The day on which the digest is due; it names the week. */
  readonly dueOn: Day;
  /** ISO instant. */
  readonly dueAt: string;
  readonly week: DayRange;
  /** It ends before it begins where there are no analytics of it. */
  readonly before: DayRange;
}

const msPerHour = 3_600_000;

/** The last digest that is due at a moment, in Unix milliseconds. It is about the seven days before the one it is due on. */
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
