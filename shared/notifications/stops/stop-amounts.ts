import type { StopFacts } from '../conditions/condition-event.ts';

/** What the limits of the budget that stops a person may add up to. Whole credits. */
export function allowedBy({ amountCredits, allowedCredits = amountCredits }: StopFacts): number {
  return allowedCredits;
}

/** Use beyond that: a smaller top-up lets no one go on. Whole credits. */
export function overOf(stop: StopFacts): number {
  return Math.max(0, stop.usedCredits - allowedBy(stop));
}
