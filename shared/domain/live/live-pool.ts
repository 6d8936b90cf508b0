/** One member of a pool as the proof sees them. Whole credits within the platform window of now. */
export interface LiveMember {
  readonly userId: string;
  /** K: proven use, by the ledger. */
  readonly knownCredits: number;
  /** D: the highest limit in force, or replaced less than the enforcement delay ago; what is in flight is included. */
  readonly inForceCredits: number;
  /** M: the highest limit since the known data ends; at least `inForceCredits`. */
  readonly highestCredits: number;
}

/** A full, valid reading of the totals of all sessions. */
export interface TotalsReading {
  /** T̂: what everybody in scope has used since the known data ends, scaled to billed credits, without the allowance. */
  readonly credits: number;
  /** Unix milliseconds at which its first page was asked for. */
  readonly beganAtMs: number;
}

/** The settings of the proof. Percentages are whole numbers or fractions: 25 is a quarter. */
export interface LiveBounds {
  /** ε: how much more may have been billed than the totals say. */
  readonly errorPercent: number;
  /** J: what may have been billed beyond that. */
  readonly slackCredits: number;
  /** How far the exposure may pass the amount: the most that can be overspent if the totals are entirely wrong. */
  readonly capPercent: number;
}

/** What is proven of one pool. Whole credits. */
export interface PoolProof {
  /** A. */
  readonly amountCredits: number;
  /** W: the pool's use cannot end above it, whatever the users do: carried or read, the least of them. */
  readonly boundCredits: number;
  /** Σ X(u): the exposure under every limit since the known data ends, without any totals. */
  readonly worstCaseCredits: number;
}

/** What the exposure of a pool may reach: beyond its amount by the cap alone. */
export function cappedCreditsOf(amountCredits: number, { capPercent }: Pick<LiveBounds, 'capPercent'>): number {
  return Math.floor(amountCredits * (1 + capPercent / 100));
}

/** What can be given now without a pool ever being overspent; never below 0. */
export function freeCredits(
  { amountCredits, boundCredits, worstCaseCredits }: PoolProof,
  bounds: Pick<LiveBounds, 'capPercent'>,
): number {
  return Math.max(0, Math.min(amountCredits - boundCredits, cappedCreditsOf(amountCredits, bounds) - worstCaseCredits));
}
