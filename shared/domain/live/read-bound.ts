import type { LiveBounds, LiveMember, TotalsReading } from './live-pool.ts';

interface ReadTerms {
  /** T̄: no more than this was used since the known data ends, by everybody. Whole credits. */
  readonly totalCredits: number;
  /** What one turn may still consume after its user met the limit. Per user. */
  readonly inFlightCredits: number;
}

/**
 * The most that the members of a pool can have used beyond what is known, when their limits are used up. Whoever is not
 * past the limit in force ends at it at most. Of what the limits before it allowed, no more than the total was used, and
 * it is charged to each pool whole: nobody knows whose it was.
 */
export function readBound(members: readonly LiveMember[], { totalCredits, inFlightCredits }: ReadTerms): number {
  let heldCredits = 0;
  let pastCredits = 0;
  let turnCredits = 0;
  for (const { knownCredits, inForceCredits, highestCredits } of members) {
    const baseCredits = Math.max(knownCredits, inForceCredits);
    heldCredits += baseCredits - knownCredits;
    if (highestCredits > baseCredits) {
      pastCredits += highestCredits - baseCredits;
      // A turn that began under the higher limit may still be running, and the total does not hold all of it yet.
      turnCredits += inFlightCredits;
    }
  }
  return heldCredits + Math.min(totalCredits + turnCredits, pastCredits);
}

/** T̄ of a reading: what can have been billed at most, given what the totals say. Whole credits, rounded up. */
export function upperTotal(
  { credits }: TotalsReading,
  { errorPercent, slackCredits }: Pick<LiveBounds, 'errorPercent' | 'slackCredits'>,
): number {
  return Math.ceil(credits * (1 + errorPercent / 100)) + slackCredits;
}

/** What a raise adds to what is proven of each pool of the user. Whole credits. */
export function raiseOf(
  { knownCredits, inForceCredits }: Pick<LiveMember, 'knownCredits' | 'inForceCredits'>,
  reachCredits: number,
): number {
  return Math.max(0, reachCredits - Math.max(knownCredits, inForceCredits));
}
