/** How credits are given between the nights. It only aims: whatever it says, no pool gives more than is provably free. */
export interface GivingRule {
  /** The least that is asked for at once: this share of what is left of the pool, a member. */
  readonly trancheShare: number;
  /** The share of what is left, a member, that everybody keeps: somebody with nothing left cannot show a need. */
  readonly probeShare: number;
  /** The share of their equal-chance headroom that users have from the night on who are always seen at work. */
  readonly nightShare: number;
  /** A user asks when what is left lasts for fewer hours than this. */
  readonly lowHours: number;
  /** Somebody must be short of so many hours before anything is sent; then all who ask are served in one go. */
  readonly urgentHours: number;
  /** What is asked for lasts for so many hours. */
  readonly askedHours: number;
  /** Where more is free, credits are given for the hours until the night, times this. */
  readonly dayFactor: number;
  /** A user of whom only some sessions are seen counts as at work for so many hours, divided by the share seen. */
  readonly unseenHours: number;
  /** In the evening, users at work keep what they are likely to need until the night, times this. */
  readonly eveningFactor: number;
  /** In the evening, other users keep this share of what they have left: see `eveningShareOf`. */
  readonly eveningShare: number;
}

export const defaultGivingRule: GivingRule = {
  trancheShare: 0.4,
  probeShare: 0.1,
  nightShare: 0.5,
  lowHours: 12,
  urgentHours: 1.1,
  askedHours: 6,
  dayFactor: 1.5,
  unseenHours: 3,
  eveningFactor: 1.5,
  eveningShare: 0.6,
};

/** What is asked for at least, of a pool of which so much is left. Whole credits, 1 at least. */
export function trancheOf({ trancheShare }: GivingRule, leftCredits: number, members: number): number {
  return Math.max(1, Math.floor((trancheShare * Math.max(0, leftCredits)) / Math.max(1, members)));
}

/** What everybody keeps, of a pool of which so much is left. Whole credits. */
export function probeOf({ probeShare }: GivingRule, leftCredits: number, members: number): number {
  return Math.floor((probeShare * Math.max(0, leftCredits)) / Math.max(1, members));
}

/**
 * The share of the equal-chance headroom that users have from the night on when this share of their use is seen: the
 * less is seen of somebody's work, the more must be given before it begins.
 */
export function nightShareAt({ nightShare }: GivingRule, coverage: number): number {
  return 1 - (1 - nightShare) * Math.sqrt(coverage);
}
