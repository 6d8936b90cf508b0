import { daysBetween, type Day, type DayRange } from '../time/day.ts';

/** What a policy may know when it sets limits: what the platform has reported, a day behind. */
export interface PolicyView {
  readonly nowMs: number;
  readonly today: Day;
  /** The last day reported; before the first day of the trace nothing is. */
  readonly dataThrough: Day;
  /** Of each user in the order of the trace: the credits of each reported day, the last day last. */
  readonly reported: readonly (readonly number[])[];
}

/** Sets limits before the first day, at each start of a platform window, and in each nightly run. */
export interface Policy {
  /** The limits of all users, in the order of the trace; `Infinity` for none. */
  readonly limitsAt: (view: PolicyView) => readonly number[];
  /** Between the nights; never when absent. */
  readonly looks?: Looks;
}

/** Looks at the use of now, and sets limits by it. */
interface Looks {
  /** Minutes of every UTC day. A run of the same minute comes first. */
  readonly minutes: readonly number[];
  readonly limitsAt: (view: LookView) => readonly number[];
}

/** What is true at a look, reported or not: what a policy may know of it is the policy's own affair. */
export interface LookView extends PolicyView {
  /** Of the UTC day. */
  readonly minute: number;
  /** Of each user, what was consumed today so far, and on the day before. */
  readonly usedToday: readonly number[];
  readonly usedYesterday: readonly number[];
}

/** Credits of each user reported from a day on. */
export function reportedSince(view: PolicyView, from: Day): readonly number[] {
  return reportedWithin(view, { from, through: view.dataThrough });
}

/** Credits of each user reported for a range of days; days that are not reported count nothing. */
export function reportedWithin({ dataThrough, reported }: PolicyView, { from, through }: DayRange): readonly number[] {
  const days = daysBetween(from, dataThrough) + 1;
  const later = Math.max(0, daysBetween(through, dataThrough));
  return reported.map((credits) => {
    let sum = 0;
    for (let index = Math.max(0, credits.length - days); index < credits.length - later; index += 1) {
      sum += credits[index] ?? 0;
    }
    return sum;
  });
}
