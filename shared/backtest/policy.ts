import { daysBetween, type Day, type DayRange } from '../kernel/time/day.ts';

export interface PolicyView {
  readonly nowMs: number;
  readonly today: Day;
  /** The last reported day; before the first day of the trace if there is none. */
  readonly dataThrough: Day;
  /** Credits by user (in the order of the trace) and reported day, ascending. */
  readonly reported: readonly (readonly number[])[];
}

export interface Policy {
  readonly limitsAt: (view: PolicyView) => readonly number[];
  readonly looks?: { readonly minutes: readonly number[]; readonly limitsAt: (view: LookView) => readonly number[] };
}

/** The actual state at a look, reported or not. The policy decides how much of it it may know. */
export interface LookView extends PolicyView {
  readonly minute: number;
  readonly usedToday: readonly number[];
  readonly usedYesterday: readonly number[];
}

export function reportedSince(view: PolicyView, from: Day): readonly number[] {
  return reportedWithin(view, { from, through: view.dataThrough });
}

/** Credits by user reported for a range of days; unreported days count 0. */
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
