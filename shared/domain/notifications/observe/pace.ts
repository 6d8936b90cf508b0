import { creditsWithin, type DayCredits } from '../../ledger/daily-use.ts';
import { addDays, daysBetween, type Day } from '../../time/day.ts';
import type { UseObservation } from '../use-condition.ts';
import type { WatchedBudgets } from './watched-budget.ts';

/** The pace is the mean of so many days, of every weekday once; of fewer while no more are known. */
const paceDaysMax = 7;

/** Through which day the figures are, and when an amount is used up at the pace of the last days. */
export function paceOf(
  { amount, topUpCredits, usedCredits, window }: UseObservation,
  credits: DayCredits | undefined,
  { use }: Pick<WatchedBudgets, 'use'>,
): { readonly dataThrough: Day; readonly expectedOn?: Day } {
  const dataThrough = use.range.through;
  const leftCredits = amount.kind === 'unlimited' ? 0 : amount.credits + topUpCredits - usedCredits;
  const paceDays = Math.max(1, Math.min(paceDaysMax, daysBetween(use.knownFrom, dataThrough) + 1));
  const recentCredits = creditsWithin(use, credits, { from: addDays(dataThrough, 1 - paceDays), through: dataThrough });
  if (leftCredits <= 0 || recentCredits === 0) {
    return { dataThrough };
  }
  const expectedOn = addDays(dataThrough, Math.ceil((leftCredits * paceDays) / recentCredits));
  return expectedOn > window.through ? { dataThrough } : { dataThrough, expectedOn };
}
