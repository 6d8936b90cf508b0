import { usedCreditsOf, type SeenUser } from './decide-ask.ts';
import type { GivingRule } from './giving-rule.ts';

export interface EveningTerms {
  readonly rule: GivingRule;
  /** See `probeOf`. */
  readonly probeCredits: number;
  readonly coverage: number;
  readonly hoursUntilNight: number;
}

export interface EveningUser extends SeenUser {
  /** Would be seen at work. Of others nothing is known but what the ledger says. */
  readonly isSeen: boolean;
}

/**
 * The limit that a user has from the evening on until the night: what is not needed before the day's figures are known
 * is taken back. A limit that ends before the day does bounds nothing once that day is known, so that the night has the
 * credits at once, and not a day later. Never above the limit in force.
 */
export function eveningLimit(
  user: EveningUser,
  { rule, probeCredits, coverage, hoursUntilNight }: EveningTerms,
): number {
  const { limitCredits, knownCredits, hourCredits, idleHours, isSeen } = user;
  const unseenCredits = Math.floor(rule.eveningShare * Math.max(0, limitCredits - knownCredits));
  if (!isSeen) {
    return Math.min(limitCredits, knownCredits + unseenCredits);
  }
  const workCredits = idleHours <= 1 ? Math.ceil(rule.eveningFactor * hourCredits * hoursUntilNight) : 0;
  const keptCredits = Math.max(probeCredits, workCredits, Math.floor((1 - coverage) * unseenCredits));
  return Math.min(limitCredits, usedCreditsOf(user, coverage) + keptCredits);
}
