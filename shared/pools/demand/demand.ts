/**
 * A user's demand on the days to come: with some chance nothing, otherwise a log-logistic amount, which has a heavy
 * tail as work has, and a distribution function that is easy to invert.
 */
export interface Demand {
  /** The chance of wanting anything at all, above 0 and at most 1. */
  readonly activeChance: number;
  /** The median of what is wanted when something is. */
  readonly medianCredits: number;
  /** The spread of the logarithm: 0.5 is steady, 1 is bursty. Above 0. */
  readonly spread: number;
}

/** Without any history all users are equal, so that a division is max-min fair. */
export const unknownDemand: Demand = { activeChance: 1, medianCredits: 1_000, spread: 1 };

/** The chance of wanting more than some credits: of being stopped at that headroom. */
export function stopChance({ activeChance, medianCredits, spread }: Demand, headroomCredits: number): number {
  return headroomCredits <= 0 ? activeChance : activeChance / (1 + (headroomCredits / medianCredits) ** (1 / spread));
}

/** The headroom at which the chance of being stopped is `chance`; 0 when it is that small without any. */
export function headroomFor({ activeChance, medianCredits, spread }: Demand, chance: number): number {
  return chance >= activeChance ? 0 : medianCredits * ((activeChance - chance) / chance) ** spread;
}
