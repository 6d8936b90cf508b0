import { firstWhere, MINUTES_PER_DAY } from '../clock.ts';

/** Whole minutes of a day, without `until`. */
export interface Minutes {
  readonly from: number;
  readonly until: number;
}

/** In force from this minute on; `Infinity` means none. */
export interface LimitStep {
  readonly minute: number;
  readonly limitCredits: number;
}

export interface DayToSettle {
  /** For the whole day; an integer. */
  readonly demandCredits: number;
  /** Ordered, disjoint. */
  readonly present: readonly Minutes[];
  readonly grantedBeforeCredits: number;
  /** Ordered; the first at minute 0. */
  readonly limits: readonly LimitStep[];
  /** Further separate demands; usually none. */
  readonly further?: readonly WantedUse[] | undefined;
}

/** Demand in the first minutes of a day: monotone integers. */
export type WantedUse = (minutes: number) => number;

export interface DayUse {
  readonly grantedCredits: number;
  /** Wanted while present and not granted; not wanted again later. */
  readonly refusedCredits: number;
}

/** The demand of a day's first minutes: even over 24 hours, in integers. */
export function wantedAfter(demandCredits: number, minutes: number): number {
  return Math.floor((demandCredits * minutes) / MINUTES_PER_DAY);
}

/**
 * Settles a day as if minute by minute: each minute is granted up to the limit's remainder in the platform window.
 * Under one limit, sums equal the lesser of demand and remainder, so each stretch between limit changes is one step.
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
 * A day's grants to the user's own demand and each further one, in order; adds up to `settleDay`. All is granted until
 * the minute that reaches a limit; its rest goes to the first demands.
 */
export function settleParts(day: DayToSettle): readonly number[] {
  const wants: readonly WantedUse[] = [(minutes) => wantedAfter(day.demandCredits, minutes), ...(day.further ?? [])];
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

const nothing: WantedUse = () => 0;

function minuteReaching(day: DayToSettle, { from, until }: Minutes, leftCredits: number): number {
  return (
    firstWhere(from + 1, Math.max(from, until) + 1, (minute) => wantedBetween(day, from, minute) > leftCredits) - 1
  );
}
