import type { GivingRule } from './giving-rule.ts';

/** What is observed of one user. It is not proven and may be wrong. */
export interface SeenUser {
  readonly limitCredits: number;
  readonly knownCredits: number;
  readonly hintedCredits: number;
  readonly hourCredits: number;
  /** Hours since the user was last seen at work: 0 for now, `Infinity` for never. */
  readonly idleHours: number;
  /** Their hook reported work since the previous look, whatever the sessions show. */
  readonly isReported?: true;
  /** They signed in today, or followed a link in a mail: they probably work, but their use is not observed. */
  readonly isLikely?: true;
}

export interface AskTerms {
  readonly rule: GivingRule;
  readonly trancheCredits: number;
  /** The observed share of the use of observed users: above 0, at most 1. See `coverageOf`. */
  readonly coverage: number;
  readonly hoursUntilNight: number;
}

export interface Ask {
  /** Served first, for all who ask. */
  readonly askCredits: number;
  readonly wishCredits: number;
  readonly isUrgent: boolean;
  /** The user only probably works: users seen at work come first. */
  readonly isLikely?: true;
}

/** From this coverage on, all use counts as observed. */
const fullCoverage = 0.95;

/** Returns what a user at work needs; undefined for users not seen at work, or with enough remaining. */
export function decideAsk(seen: SeenUser, terms: AskTerms): Ask | undefined {
  const { rule, trancheCredits, coverage, hoursUntilNight } = terms;
  const idleHoursMax = coverage >= fullCoverage ? 0 : rule.unseenHours / coverage;
  const isSeenAtWork = seen.hintedCredits > 0 && seen.idleHours <= idleHoursMax;
  if (!isSeenAtWork && seen.isReported !== true) {
    return seen.isLikely === true && seen.hintedCredits <= 0 ? decideLikelyAsk(seen, terms) : undefined;
  }

  const allowedCredits = Math.min(seen.limitCredits, usedBy(seen, coverage) + seen.idleHours * seen.hourCredits);
  // Known use may exceed a limit that was lowered below it.
  const usedCredits = Math.max(seen.knownCredits, allowedCredits);
  const leftCredits = seen.limitCredits - usedCredits;
  // Where only some sessions are observed, it takes longer until the user is seen again.
  const hourCredits = seen.hourCredits / coverage;
  if (leftCredits >= trancheCredits / 2 && leftCredits >= rule.lowHours * hourCredits) {
    return undefined;
  }

  const askedCredits = Math.max(trancheCredits, (rule.askedHours * seen.hourCredits) / Math.sqrt(coverage));
  const dayCredits = rule.dayFactor * seen.hourCredits * hoursUntilNight;
  // A user who has just begun, or reached the limit, shows no use: a tranche is assumed to last for the requested
  // hours.
  const nextHourCredits = seen.hourCredits > 0 ? seen.hourCredits : trancheCredits / rule.askedHours;
  return {
    askCredits: Math.ceil(usedCredits + askedCredits),
    wishCredits: Math.ceil(usedCredits + Math.max(askedCredits, dayCredits)),
    isUrgent: leftCredits < (rule.urgentHours * nextHourCredits) / Math.sqrt(coverage),
  };
}

/** Returns a tranche beyond the known use, once a day, for a user who probably works without being observed. */
function decideLikelyAsk(
  { limitCredits, knownCredits }: SeenUser,
  { rule, trancheCredits }: AskTerms,
): Ask | undefined {
  const leftCredits = limitCredits - knownCredits;
  const askCredits = knownCredits + trancheCredits;
  const isUrgent = leftCredits < (rule.urgentHours * trancheCredits) / rule.askedHours;
  return leftCredits >= trancheCredits / 2
    ? undefined
    : { askCredits, wishCredits: askCredits, isUrgent, isLikely: true };
}

/** Returns a user's probable use in the current platform window, at most the limit. Whole credits. */
export function usedCreditsOf(seen: SeenUser, coverage: number): number {
  return Math.min(seen.limitCredits, Math.ceil(usedBy(seen, coverage)));
}

function usedBy({ knownCredits, hintedCredits }: SeenUser, coverage: number): number {
  return knownCredits + hintedCredits / coverage;
}
