import { compareText } from '../../kernel/texts/compare-text.ts';
import type { Day } from '../../kernel/time/day.ts';
import type { UserWeeks } from '../week-use.ts';

export interface Riser extends UserWeeks {
  readonly riseCredits: number;
  /** Part of the total rise of all who used more, 0 to 1. */
  readonly share: number;
  readonly cause: RiseCause;
}

/** Why a person's use rose, as far as the ledger shows it. */
export type RiseCause =
  | { readonly kind: 'new' }
  | { readonly kind: 'was-stopped'; readonly days: number }
  | { readonly kind: 'one-day'; readonly day: Day; readonly credits: number }
  | { readonly kind: 'all-week' };

/** A day with this share of a week's use explains the rise. */
const oneDayShare = 0.5;

/** Returns those who rose most, descending. `stoppedBefore`: days stopped in the week before. */
export function topRisers(
  users: Iterable<UserWeeks>,
  stoppedBefore: (userId: string) => number,
  countMax: number,
): readonly Riser[] {
  let top: readonly UserWeeks[] = [];
  let allCredits = 0;
  for (const user of users) {
    const rise = riseOf(user);
    if (rise > 0) {
      allCredits += rise;
      // Of very many users only the first few are sorted.
      if (top.length < countMax || rise >= riseOf(top.at(-1) ?? user)) {
        top = [...top, user].toSorted(mostFirst).slice(0, countMax);
      }
    }
  }
  return top.map((user) => ({
    ...user,
    riseCredits: riseOf(user),
    share: riseOf(user) / allCredits,
    cause: causeOf(user, stoppedBefore(user.userId)),
  }));
}

function riseOf({ credits, before }: UserWeeks): number {
  return credits - before;
}

function mostFirst(a: UserWeeks, b: UserWeeks): number {
  return riseOf(b) - riseOf(a) || compareText(a.userId, b.userId);
}

function causeOf({ credits, before, peak }: UserWeeks, stoppedDays: number): RiseCause {
  if (stoppedDays > 0) {
    return { kind: 'was-stopped', days: stoppedDays };
  }
  if (before === 0) {
    return { kind: 'new' };
  }
  const isOneDay = peak !== undefined && peak.credits >= credits * oneDayShare;
  return isOneDay ? { kind: 'one-day', ...peak } : { kind: 'all-week' };
}
