import { windowAt, type PlatformWindow, type WindowKind } from '../budgets/window.ts';
import type { LimitRecord } from '../limits/limit-record.ts';
import { grouped } from '../texts/grouped.ts';
import { addDays, type Day } from '../time/day.ts';

/** What one person has left, as far as is known. Whole credits of the platform window. */
export interface PersonalLeft {
  readonly leftCredits: number;
  readonly limitCredits: number;
  /** The first day, UTC, on which it is counted anew. */
  readonly resetsOn: Day;
  /** Use after this day is not counted yet; absent where nothing is known. */
  readonly through?: Day;
}

export interface LeftTerms {
  /** Known use in the platform window of today. */
  readonly usedCredits: number;
  readonly through?: Day;
  readonly today: Day;
  readonly platformWindow: PlatformWindow;
  /** The credits that represent no limit. */
  readonly unlimitedCredits: number;
}

/** What the limit in force leaves somebody; undefined where there is none. */
export function personalLeft(record: LimitRecord | undefined, terms: LeftTerms): PersonalLeft | undefined {
  // One without an answer may be in force as well: what is surely left is what the least of them leaves.
  const limits = [...(record?.confirmed === undefined ? [] : [record.confirmed]), ...(record?.unsettled ?? [])];
  const [least] = limits.toSorted((a, b) => a.limitCredits - b.limitCredits);
  if (least === undefined || least.limitCredits >= terms.unlimitedCredits) {
    return undefined;
  }
  const kind: WindowKind = least.window ?? 'platform';
  return {
    leftCredits: Math.max(0, least.limitCredits - terms.usedCredits),
    limitCredits: least.limitCredits,
    resetsOn: addDays(windowAt(kind, terms.today, terms.platformWindow).through, 1),
    ...(terms.through !== undefined && { through: terms.through }),
  };
}

/** One line for a terminal. */
export function describeLeft(left: PersonalLeft | undefined): string {
  if (left === undefined) {
    return '';
  }
  const { leftCredits, limitCredits, resetsOn, through } = left;
  const of = leftCredits === 0 ? 'nothing left' : `${grouped(leftCredits)} credits left`;
  const known = through === undefined ? 'no use is known yet' : `known through ${through}`;
  return `Curfew: ${of} of a limit of ${grouped(limitCredits)} (${known}); resets ${resetsOn} 00:00 UTC`;
}
