/** How credits are given between the nightly runs. It only sets targets: no pool gives more than is provably free. */
export interface GivingRule {
  /** The minimum request: this share of the pool's remaining credits per member. */
  readonly trancheShare: number;
  /** The share of the remaining credits per member that each user keeps: without credits a need cannot show. */
  readonly probeShare: number;
  /** Share of their equal-chance headroom that users who are always seen at work get in the night. */
  readonly nightShare: number;
  /** A user requests credits when what remains lasts for fewer hours than this. */
  readonly lowHours: number;
  /** A user must be short of this many hours before anything is sent; then all requests are served together. */
  readonly urgentHours: number;
  readonly askedHours: number;
  /** If more is free, credits are given for the hours until the night, times this. */
  readonly dayFactor: number;
  /** A partly observed user counts as at work for this many hours, divided by the observed share. */
  readonly unseenHours: number;
  /** In the evening, users at work keep their probable need until the night, times this. */
  readonly eveningFactor: number;
  /** In the evening, other users keep this share of what they have remaining: see `eveningShareOf`. */
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

/** Returns the minimum request from a pool with these remaining credits. Whole credits, at least 1. */
export function trancheOf({ trancheShare }: GivingRule, leftCredits: number, members: number): number {
  return Math.max(1, Math.floor((trancheShare * Math.max(0, leftCredits)) / Math.max(1, members)));
}

/** Returns what each user keeps, of a pool with these remaining credits. Whole credits. */
export function probeOf({ probeShare }: GivingRule, leftCredits: number, members: number): number {
  return Math.floor((probeShare * Math.max(0, leftCredits)) / Math.max(1, members));
}

/** Returns the share of the equal-chance headroom in the night: more for users who are observed less. */
export function nightShareAt({ nightShare }: GivingRule, coverage: number): number {
  return 1 - (1 - nightShare) * Math.sqrt(coverage);
}
