import { daysBetween, type Day, type DayRange } from '../kernel/time/day.ts';
import type { Account, Facts, PoolTerms } from './facts.ts';

/** Days as numbers since `UseKnown.from`, both included; empty if it ends before it begins. */
export interface Span {
  readonly from: number;
  readonly through: number;
}

function numberOf(day: Day, { use }: Facts): number {
  return daysBetween(use.from, day);
}

export function spanOf({ from, through }: DayRange, facts: Facts): Span {
  return { from: numberOf(from, facts), through: numberOf(through, facts) };
}

/** Returns the days of a span on which an account's use counts in a pool: those in its team. */
export function daysIn(
  { teams }: Account,
  { team }: PoolTerms,
  { within, facts }: { readonly within: Span; readonly facts: Facts },
): readonly Span[] {
  if (team === undefined) {
    return [within];
  }
  return teams.flatMap((stay, index): readonly Span[] => {
    const next = teams[index + 1];
    const from = index === 0 ? within.from : Math.max(within.from, numberOf(stay.from, facts));
    const through = next === undefined ? within.through : Math.min(within.through, numberOf(next.from, facts) - 1);
    return stay.team === team && from <= through ? [{ from, through }] : [];
  });
}

export function creditsIn(credits: ArrayLike<number> | undefined, { from, through }: Span): number {
  let sum = 0;
  for (let day = Math.max(0, from); credits !== undefined && day <= Math.min(through, credits.length - 1); day += 1) {
    sum += credits[day] ?? 0;
  }
  return sum;
}
