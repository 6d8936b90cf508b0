/**
 * A user's demand on future days: with some probability nothing, otherwise a log-logistic amount, which is heavy-tailed
 * like real work, with an easily inverted distribution function.
 */
export interface Demand {
  readonly activeChance: number;
  /** The median of demand above 0. */
  readonly medianCredits: number;
  /** The spread of the logarithm: 0.5 is steady, 1 is bursty. Above 0. */
  readonly spread: number;
}

/** Without history all users are equal, so a division is max-min fair. */
export const unknownDemand: Demand = { activeChance: 1, medianCredits: 1_000, spread: 1 };

/** Returns the probability of demand above some credits: of being stopped at that headroom. */
export function stopChance({ activeChance, medianCredits, spread }: Demand, headroomCredits: number): number {
  return headroomCredits <= 0 ? activeChance : activeChance / (1 + (headroomCredits / medianCredits) ** (1 / spread));
}

/** Returns the headroom at which the chance of being stopped is `chance`; 0 if it is that small without any. */
export function headroomFor({ activeChance, medianCredits, spread }: Demand, chance: number): number {
  return headroomAtChance(chance, activeChance, medianCredits, spread);
}

/** The same of a demand in columns. */
export function headroomAtChance(chance: number, activeChance: number, medianCredits: number, spread: number): number {
  return chance >= activeChance ? 0 : medianCredits * ((activeChance - chance) / chance) ** spread;
}
