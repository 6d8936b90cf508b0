/** What a strict pool's guarantee assumes besides the platform's enforcement. Each is a setting. */
export interface PoolAssumptions {
  /** Further days until a complete day counts as known, for platforms that restate days. */
  readonly settleDays: number;
  /** How long a replaced limit counts as in force after the PUT that replaced it. */
  readonly enforcementDelayMinutes: number;
  /** What one turn of an agent may still consume after its user reached the limit. Per user. */
  readonly inFlightCredits: number;
  /** The most that one person can consume per hour; absent when unknown. */
  readonly maxCreditsPerUserHour?: number;
}

export const defaultAssumptions: PoolAssumptions = {
  settleDays: 0,
  enforcementDelayMinutes: 30,
  inFlightCredits: 0,
};
