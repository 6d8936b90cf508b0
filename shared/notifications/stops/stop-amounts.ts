import { isPoolScope } from '../../budgets/scope.ts';
import type { StopFacts } from '../conditions/condition-event.ts';

/** What the limits of the budget that stops a person may add up to. Whole credits. */
export function allowedBy({ amountCredits, allowedCredits = amountCredits }: StopFacts): number {
  return allowedCredits;
}

/** Use beyond that: a smaller top-up lets no one go on. Whole credits. */
export function overOf(stop: StopFacts): number {
  return Math.max(0, stop.usedCredits - allowedBy(stop));
}

/** What a stopped person is to be given, the credits that a top-up covers first included. Whole credits. */
export function creditsToGive(stop: StopFacts): number {
  const { needed, scope, amountCredits, ownUsedCredits } = stop;
  return (
    needed?.windowCredits ??
    (isPoolScope(scope) ? suggested(ownUsedCredits, 0) : suggested(amountCredits, overOf(stop)))
  );
}

/** What the pool that stops a person is to be given for all in it; 0 where no pool does. Whole credits. */
export function creditsForPool(stop: StopFacts): number {
  const over = stop.needed?.poolOverCredits ?? overOf(stop);
  return isPoolScope(stop.scope) ? suggested(stop.amountCredits, over) : 0;
}

/** A fifth more, in round numbers. */
function suggested(amountCredits: number, overCredits: number): number {
  const fifth = Math.max(1_000, amountCredits / 5);
  const unit = 10 ** Math.floor(Math.log10(fifth));
  return (Math.round(fifth / unit) + Math.ceil(overCredits / unit)) * unit;
}
