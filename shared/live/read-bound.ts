import type { LiveBounds, LiveMember, TotalsReading } from './live-pool.ts';

/**
 * Returns the most that a pool's members can have used beyond what is known, once their limits are used up. A user
 * below the limit in force ends at it at most. Under earlier limits no more than the total was used, and it counts
 * against each pool in full, since its users are unknown.
 */
export function readBound(
  members: readonly LiveMember[],
  {
    totalCredits,
    inFlightCredits,
  }: {
    /** T̄: the upper bound of all use since the known data ends. Whole credits. */
    readonly totalCredits: number;
    /** What one turn may still consume after its user reached the limit. Per user. */
    readonly inFlightCredits: number;
  },
): number {
  let heldCredits = 0;
  let pastCredits = 0;
  let turnCredits = 0;
  for (const { knownCredits, inForceCredits, highestCredits } of members) {
    const baseCredits = Math.max(knownCredits, inForceCredits);
    heldCredits += baseCredits - knownCredits;
    if (highestCredits > baseCredits) {
      pastCredits += highestCredits - baseCredits;
      // A turn that began under the higher limit may still be running, and the total may lack part of it.
      turnCredits += inFlightCredits;
    }
  }
  return heldCredits + Math.min(totalCredits + turnCredits, pastCredits);
}

/** Returns T̄ of a reading: the most that can have been billed, given the totals. Whole credits, rounded up. */
export function upperTotal({ credits }: TotalsReading, { errorPercent, slackCredits }: LiveBounds): number {
  return Math.ceil(credits * (1 + errorPercent / 100)) + slackCredits;
}

/** Returns what a raise adds to the proven bound of each of the user's pools. Whole credits. */
export function raiseOf(
  { knownCredits, inForceCredits }: { readonly knownCredits: number; readonly inForceCredits: number },
  reachCredits: number,
): number {
  return Math.max(0, reachCredits - Math.max(knownCredits, inForceCredits));
}
