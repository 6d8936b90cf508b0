export interface LiveMember {
  readonly userId: string;
  /** K: proven use, from the ledger. */
  readonly knownCredits: number;
  /** D: the highest limit in force, or replaced within the enforcement delay, including in-flight use. */
  readonly inForceCredits: number;
  /** M: the highest limit since the known data ends; at least `inForceCredits`. */
  readonly highestCredits: number;
}

/** A complete, valid reading of the totals of all sessions. */
export interface TotalsReading {
  /** T̂: all use in scope since the known data ends, scaled to billed credits, without the allowance. */
  readonly credits: number;
  readonly beganAtMs: number;
}

/** Settings of the proof. Percentages may be fractional: 25 is a quarter. */
export interface LiveBounds {
  /** ε: how much more may have been billed than the totals say. */
  readonly errorPercent: number;
  /** J: what may have been billed beyond that. */
  readonly slackCredits: number;
  /** How far the exposure may exceed the amount: the most that can be overspent if the totals are entirely wrong. */
  readonly capPercent: number;
}

export interface PoolProof {
  /** A. */
  readonly amountCredits: number;
  /** W: the pool's use cannot end above it, whatever the users do; the lowest of all bounds. */
  readonly boundCredits: number;
  /** Σ X(u): the exposure under every limit since the known data ends, without any totals. */
  readonly worstCaseCredits: number;
}

/** Returns the highest allowed exposure of a pool: its amount plus the cap. */
export function cappedCreditsOf(amountCredits: number, { capPercent }: { readonly capPercent: number }): number {
  return Math.floor(amountCredits * (1 + capPercent / 100));
}

/** Returns what can be given now without ever overspending a pool; not negative. */
export function freeCredits({ amountCredits, boundCredits, worstCaseCredits }: PoolProof, bounds: LiveBounds): number {
  return Math.max(0, Math.min(amountCredits - boundCredits, cappedCreditsOf(amountCredits, bounds) - worstCaseCredits));
}
