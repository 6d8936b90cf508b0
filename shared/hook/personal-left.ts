import { windowAt, type PlatformWindow, type WindowKind } from '../budgets/window.ts';
import { creditsPhrase, creditsText } from '../kernel/texts/credits.ts';
import { addDays, type Day, dayAndMonth, latestDay, startText } from '../kernel/time/day.ts';
import type { LimitRecord } from '../limits/limit-record.ts';
import { seenWithin, type SeenCredits } from '../live/totals/seen-days.ts';

/** A person's known remaining credits. Whole credits of the platform window. */
export interface PersonalLeft {
  readonly leftCredits: number;
  readonly limitCredits: number;
  readonly resetsOn: Day;
  /** Later use is known only from observed sessions; absent where nothing is known. */
  readonly through?: Day;
  /** Observed in sessions since then, and counted: approximate. Absent for none. */
  readonly seenCredits?: number;
}

/** Returns what the limit in force leaves a person; undefined without a limit. */
export function personalLeft(
  record: LimitRecord | undefined,
  terms: {
    readonly usedCredits: number;
    readonly seen?: readonly SeenCredits[];
    readonly through?: Day;
    readonly today: Day;
    readonly platformWindow: PlatformWindow;
    readonly unlimitedCredits: number;
  },
): PersonalLeft | undefined {
  // An unanswered limit may be in force too: the lowest one leaves what is certain.
  const limits = [...(record?.confirmed === undefined ? [] : [record.confirmed]), ...(record?.unsettled ?? [])];
  const [least] = limits.toSorted((a, b) => a.limitCredits - b.limitCredits);
  if (least === undefined || least.limitCredits >= terms.unlimitedCredits) {
    return undefined;
  }
  const kind: WindowKind = least.window ?? 'platform';
  const { from } = windowAt('platform', terms.today, terms.platformWindow);
  const since = terms.through === undefined ? from : latestDay(from, addDays(terms.through, 1));
  const seenCredits = seenWithin(terms.seen ?? [], { from: since, through: terms.today });
  return {
    leftCredits: Math.max(0, least.limitCredits - terms.usedCredits - seenCredits),
    limitCredits: least.limitCredits,
    resetsOn: addDays(windowAt(kind, terms.today, terms.platformWindow).through, 1),
    through: terms.through,
    ...(seenCredits > 0 && { seenCredits }),
  };
}

export function describeLeft(left: PersonalLeft | undefined): string {
  if (left === undefined) {
    return '';
  }
  const { leftCredits, limitCredits, resetsOn, through, seenCredits } = left;
  const about = seenCredits === undefined ? '' : 'about ';
  const of = about + (leftCredits === 0 ? 'nothing left' : `${creditsPhrase(leftCredits)} left`);
  const known = through === undefined ? 'no use is known yet' : `known through ${dayAndMonth(through)}`;
  const seen = seenCredits === undefined ? '' : `, about ${creditsText(seenCredits)} seen since`;
  return `Curfew: ${of} of a limit of ${creditsText(limitCredits)} (${known}${seen}); resets ${startText(resetsOn)}`;
}
