/** What the promise of a strict pool rests on beside the platform's enforcing limits. PRODUCT: each is a setting. */
export interface PoolAssumptions {
  /** A complete day counts as known only after so many further days, for platforms that restate days. */
  readonly settleDays: number;
  /** A replaced limit counts as in force for so long after the PUT that replaced it. */
  readonly enforcementDelayMinutes: number;
  /** What one turn of an agent may still consume after its user met the limit. Per user. */
  readonly inFlightCredits: number;
  /** How fast one person can consume at all; absent when nothing is known about it. */
  readonly maxCreditsPerUserHour?: number;
}

export const defaultAssumptions: PoolAssumptions = {
  settleDays: 0,
  enforcementDelayMinutes: 30,
  inFlightCredits: 0,
};
