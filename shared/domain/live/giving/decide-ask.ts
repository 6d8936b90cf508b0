import type { GivingRule } from './giving-rule.ts';

/** What is seen of one user. It is not proven, and may be wrong. */
export interface SeenUser {
  /** The limit in force. */
  readonly limitCredits: number;
  /** Known use in the platform window of now, by the ledger. */
  readonly knownCredits: number;
  /** Seen to be used since the known data ends. */
  readonly hintedCredits: number;
  /** Seen to be used in an hour, when the user was last seen at work. */
  readonly hourCredits: number;
  /** Since the user was last seen at work: 0 for whoever is now, `Infinity` for whoever never was. */
  readonly idleHours: number;
  /** Their hook has said since the look before that they are at work, whatever the sessions show. */
  readonly isReported?: true;
  /** They signed in today, or followed a link of a mail: they are likely to work, and nobody sees what they use. */
  readonly isLikely?: true;
}

export interface AskTerms {
  readonly rule: GivingRule;
  /** See `trancheOf`. */
  readonly trancheCredits: number;
  /** Which share of the use of the users that are seen at all is seen: above 0, 1 at most. See `coverageOf`. */
  readonly coverage: number;
  readonly hoursUntilNight: number;
}

/** Up to where a user's limit should rise. Whole credits. */
export interface Ask {
  /** First for everybody who asks. */
  readonly askCredits: number;
  /** Then, where more is free: what lasts until the night. */
  readonly wishCredits: number;
  /** What is left may not last until the next look. */
  readonly isUrgent: boolean;
  /** Whoever asks is only likely to work: those who are seen to work come first. */
  readonly isLikely?: true;
}

/** From so much on, use that is not seen is taken as none. */
const fullCoverage = 0.95;

/** What a user at work needs; undefined for whoever is not seen at work, or has enough left. */
export function decideAsk(seen: SeenUser, terms: AskTerms): Ask | undefined {
  const { rule, trancheCredits, coverage, hoursUntilNight } = terms;
  const idleHoursMax = coverage >= fullCoverage ? 0 : rule.unseenHours / coverage;
  const isSeenAtWork = seen.hintedCredits > 0 && seen.idleHours <= idleHoursMax;
  if (!isSeenAtWork && seen.isReported !== true) {
    return seen.isLikely === true && seen.hintedCredits <= 0 ? decideLikelyAsk(seen, terms) : undefined;
  }

  const allowedCredits = Math.min(seen.limitCredits, usedBy(seen, coverage) + seen.idleHours * seen.hourCredits);
  // Under a limit that was lowered below it, what is known was used all the same.
  const usedCredits = Math.max(seen.knownCredits, allowedCredits);
  const leftCredits = seen.limitCredits - usedCredits;
  // Where only some sessions are seen, it takes longer until the user is seen again.
  const hourCredits = seen.hourCredits / coverage;
  if (leftCredits >= trancheCredits / 2 && leftCredits >= rule.lowHours * hourCredits) {
    return undefined;
  }

  const askedCredits = Math.max(trancheCredits, (rule.askedHours * seen.hourCredits) / Math.sqrt(coverage));
  const dayCredits = rule.dayFactor * seen.hourCredits * hoursUntilNight;
  // Of who has just begun, or has met the limit, no use is seen: a tranche is taken to last for the hours asked for.
  const nextHourCredits = seen.hourCredits > 0 ? seen.hourCredits : trancheCredits / rule.askedHours;
  return {
    askCredits: Math.ceil(usedCredits + askedCredits),
    wishCredits: Math.ceil(usedCredits + Math.max(askedCredits, dayCredits)),
    isUrgent: leftCredits < (rule.urgentHours * nextHourCredits) / Math.sqrt(coverage),
  };
}

/**
 * What a user needs who is likely to work and of whom nothing is seen: a tranche beyond the known use, once a day, as what
 * they have used since does not show. Who has half of that left, by what is known, asks for nothing.
 */
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

/** What a user has probably used in the platform window of now: at most what the limit allows. Whole credits. */
export function usedCreditsOf(seen: SeenUser, coverage: number): number {
  return Math.min(seen.limitCredits, Math.ceil(usedBy(seen, coverage)));
}

function usedBy({ knownCredits, hintedCredits }: SeenUser, coverage: number): number {
  return knownCredits + hintedCredits / coverage;
}
