import { MINUTES_PER_DAY } from '../day.ts';
import { firstWhere } from '../first-where.ts';

/** A stretch of one day in whole minutes, `until` not included. */
export interface Minutes {
  readonly from: number;
  readonly until: number;
}

/** From this minute of the day on, this limit is in force; `Infinity` means none. */
export interface LimitStep {
  readonly minute: number;
  readonly limitCredits: number;
}

export interface DayToSettle {
  /** What the user wants to consume over the whole day. An integer. */
  readonly demandCredits: number;
  /** When during the day the user is there to consume it. Ordered, not overlapping. */
  readonly present: readonly Minutes[];
  /** What was granted in the platform window before this day. */
  readonly grantedBeforeCredits: number;
  /** The limits of the day. Ordered; the first is at minute 0. */
  readonly limits: readonly LimitStep[];
  /** What is wanted besides, each counted on its own; usually nothing. */
  readonly further?: readonly Wanted[] | undefined;
}

/** What is wanted in the first so many minutes of a day. Integers that never fall. */
export type Wanted = (minutes: number) => number;

export interface DayUse {
  readonly grantedCredits: number;
  /** Wanted while present, and not granted. It is gone: nobody wants it again later. */
  readonly refusedCredits: number;
}

/** What is wanted of a day's demand in its first whole minutes: even over 24 hours, in integers. */
export function wantedAfter(demandCredits: number, minutes: number): number {
  return Math.floor((demandCredits * minutes) / MINUTES_PER_DAY);
}

/**
 * Settles one day, minute by minute in effect: each minute is granted up to what the limit in force leaves of the
 * platform window. As minutes under one limit add up to the least of what they want and what is left, each stretch
 * between two limit changes is settled in one step.
 */
export function settleDay(day: DayToSettle): DayUse {
  let grantedCredits = 0;
  let refusedCredits = 0;
  day.limits.forEach((step, index) => {
    const untilMinute = day.limits[index + 1]?.minute ?? MINUTES_PER_DAY;
    const wantedCredits = wantedBetween(day, step.minute, untilMinute);
    const leftCredits = Math.max(0, Math.floor(step.limitCredits) - day.grantedBeforeCredits - grantedCredits);
    const granted = Math.min(wantedCredits, leftCredits);
    grantedCredits += granted;
    refusedCredits += wantedCredits - granted;
  });
  return { grantedCredits, refusedCredits };
}

function wantedBetween(day: DayToSettle, fromMinute: number, untilMinute: number): number {
  let wantedCredits = 0;
  for (const stretch of day.present) {
    const from = Math.max(fromMinute, stretch.from);
    const until = Math.min(untilMinute, stretch.until);
    if (until > from) {
      wantedCredits += wantedAfter(day.demandCredits, until) - wantedAfter(day.demandCredits, from);
      for (const wanted of day.further ?? []) {
        wantedCredits += wanted(until) - wanted(from);
      }
    }
  }
  return wantedCredits;
}

/**
 * What of a day was granted to the user's own demand, and to each of the further wants in their order. It adds up to
 * what `settleDay` grants: all is granted until the minute in which a limit is reached, and that minute's rest goes to
 * the first that want it.
 */
export function settleParts(day: DayToSettle): readonly number[] {
  const wants: readonly Wanted[] = [(minutes) => wantedAfter(day.demandCredits, minutes), ...(day.further ?? [])];
  const granted = wants.map(() => 0);
  const grant = (of: number, minutes: Minutes, mostCredits: number): number => {
    const only = { ...day, demandCredits: 0, further: [wants[of] ?? nothing] };
    const credits = Math.min(mostCredits, wantedBetween(only, minutes.from, minutes.until));
    granted[of] = (granted[of] ?? 0) + credits;
    return credits;
  };
  day.limits.forEach((step, index) => {
    const stretch = { from: step.minute, until: day.limits[index + 1]?.minute ?? MINUTES_PER_DAY };
    const before = granted.reduce((sum, credits) => sum + credits, day.grantedBeforeCredits);
    const leftCredits = Math.max(0, Math.floor(step.limitCredits) - before);
    const cut = minuteReaching(day, stretch, leftCredits);
    let restCredits = leftCredits - wantedBetween(day, stretch.from, cut);
    wants.forEach((_, of) => grant(of, { from: stretch.from, until: cut }, Infinity));
    wants.forEach((_, of) => {
      restCredits -= cut < stretch.until ? grant(of, { from: cut, until: cut + 1 }, restCredits) : 0;
    });
  });
  return granted;
}

const nothing: Wanted = () => 0;

/** The last minute of a stretch up to which no more is wanted than there is. */
function minuteReaching(day: DayToSettle, { from, until }: Minutes, leftCredits: number): number {
  return (
    firstWhere(from + 1, Math.max(from, until) + 1, (minute) => wantedBetween(day, from, minute) > leftCredits) - 1
  );
}
