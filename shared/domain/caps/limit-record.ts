/** What Curfew knows of one user's limit on the platform. The platform shows no way to read limits back. */
export interface LimitRecord {
  readonly userId: string;
  /** In the platform's spelling, as it was sent. */
  readonly email: string;
  /** The last limit that the platform confirmed. */
  readonly confirmed?: SentLimit;
  /**
   * Limits sent since then, or about to be, without a known outcome, oldest first: any of them may be in force.
   * Empty once a later one is confirmed.
   */
  readonly unsettled: readonly SentLimit[];
  /** Set while the platform refuses this user's row. */
  readonly failure?: LimitFailure;
}

export interface SentLimit {
  readonly limitCredits: number;
  /** ISO instant as of which it was sent last. */
  readonly at: string;
  /** The run that changed the limit to this; a run that only sends it again does not count. */
  readonly runId: string;
  /** Known use in the platform window at that time; absent when the limit was lifted. */
  readonly usedCredits?: number;
}

export interface LimitFailure {
  readonly problem: string;
  /** Nights in a row, counted once a night. */
  readonly nights: number;
  readonly lastNight: string;
}

/** What one PUT did to one user's row. */
export type RowOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly problem: string }
  | { readonly kind: 'unknown'; readonly problem: string };
