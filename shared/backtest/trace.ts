import { addDays, daysBetween, earliestDay, latestDay, type Day } from '../kernel/time/day.ts';

export interface WantedUse {
  readonly user: string;
  readonly date: Day;
  readonly credits: number;
}

export interface Trace {
  readonly from: Day;
  readonly through: Day;
  readonly days: number;
  readonly users: readonly string[];
  readonly wanted: readonly (readonly number[])[];
}

const daysMax = 3_660;
const userDaysMax = 10_000_000;

type TraceReading =
  | { readonly kind: 'read'; readonly trace: Trace }
  | { readonly kind: 'refused'; readonly reason: 'empty' | 'too-long' | 'too-large' };

/** Makes a trace from rows in any order; rows of the same user and day add up. */
export function readTrace(rows: readonly WantedUse[]): TraceReading {
  const [first] = rows;
  if (first === undefined) {
    return { kind: 'refused', reason: 'empty' };
  }
  const from = rows.reduce((day, row) => earliestDay(day, row.date), first.date);
  const through = rows.reduce((day, row) => latestDay(day, row.date), first.date);
  const days = daysBetween(from, through) + 1;
  if (days > daysMax) {
    return { kind: 'refused', reason: 'too-long' };
  }
  const users = [...new Set(rows.map(({ user }) => user))].toSorted();
  if (users.length * days > userDaysMax) {
    return { kind: 'refused', reason: 'too-large' };
  }
  const index = new Map(users.map((user, position) => [user, position]));
  const numbers = new Map(Array.from({ length: days }, (_, number) => [addDays(from, number), number]));
  const wanted = users.map(() => Array.from({ length: days }, () => 0));
  for (const { user, date, credits } of rows) {
    const own = wanted[index.get(user) ?? -1];
    const day = numbers.get(date) ?? -1;
    if (own !== undefined && day >= 0) {
      own[day] = (own[day] ?? 0) + credits;
    }
  }
  return { kind: 'read', trace: { from, through, days, users, wanted } };
}

/** Returns the day of a trace by its 0-based number. */
export function dayOfTrace({ from }: Trace, number: number): Day {
  return addDays(from, number);
}

interface Stretch {
  readonly wantedOfDayCredits: number;
  readonly fromMinute: number;
  readonly untilMinute: number;
  readonly leftCredits: number;
}

export const minutesPerDay = 1_440;

/** Settles wanted use, which is spread evenly over 24 hours in whole credits. Credits that a limit refuses are lost. */
export function settleWanted({ wantedOfDayCredits, fromMinute, untilMinute, leftCredits }: Stretch): {
  readonly grantedCredits: number;
  readonly refusedCredits: number;
} {
  const wanted = wantedUntil(wantedOfDayCredits, untilMinute) - wantedUntil(wantedOfDayCredits, fromMinute);
  const grantedCredits = Math.min(wanted, Math.max(0, leftCredits));
  return { grantedCredits, refusedCredits: wanted - grantedCredits };
}

/** The minute of the first refused credit, in a stretch that refuses some. */
export function minuteOfRefusal({ wantedOfDayCredits, fromMinute, leftCredits }: Stretch): number {
  const first = wantedUntil(wantedOfDayCredits, fromMinute) + Math.max(0, leftCredits) + 1;
  return Math.ceil((first * minutesPerDay) / wantedOfDayCredits) - 1;
}

function wantedUntil(credits: number, minutes: number): number {
  return Math.floor((credits * minutes) / minutesPerDay);
}
