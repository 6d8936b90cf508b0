import type { WindowKind } from '../budgets/window.ts';
import type { Day } from '../time/day.ts';

/** What Curfew knows of one user's limit on the platform, which offers no way to read limits. */
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
  /** Limits that a later one ended, the last to end last: what they allowed may not show in the data yet. */
  readonly replaced?: readonly ReplacedLimit[];
  /**
   * What the limit was before each change of the last day that a guard counts, the oldest first: changes that add up are
   * judged together.
   */
  readonly counted?: readonly CountedChange[];
  /** UTC days on which the user met the limit, ascending: they may have wanted more than was consumed. */
  readonly stoppedDays?: readonly Day[];
  /** Set while the platform refuses this user's row. */
  readonly failure?: LimitFailure;
}

/** One list for all records of which nothing is unsettled: there are very many. */
export const noneUnsettled: LimitRecord['unsettled'] = [];

export interface SentLimit {
  readonly limitCredits: number;
  /** ISO instant as of which it was sent last. */
  readonly at: string;
  /** The run that changed the limit to this; a run that only sends it again does not count. */
  readonly runId: string;
  /** Known use in the platform window at that time; absent when the limit was lifted. */
  readonly usedCredits?: number;
  /** The pools that the user drew on at that time, with their amounts, as a text; absent when there were none. */
  readonly pools?: string;
  /** What else an admin had set that decided the limit, as a text: budgets, top-ups, bounds; absent in earlier records. */
  readonly terms?: string;
  /** The window of the budget that decided the limit; absent when the limit was lifted, and in earlier records. */
  readonly window?: WindowKind;
  /** ISO instant at which the platform had confirmed it, where that was later. */
  readonly answeredAt?: string;
  /** The address that it was sent to, where the record has another by now. */
  readonly to?: string;
}

/** A limit that was in force, or may have been. Both are ISO instants: of its own PUT, and of the one that ended it. */
export interface ReplacedLimit {
  readonly limitCredits: number;
  readonly from: string;
  readonly until: string;
  /** Its outcome was never known. */
  readonly isUnknown?: true;
  /** The address that it was sent to, where the record has another by now. */
  readonly to?: string;
}

/** A limit before it was changed. */
export interface CountedChange {
  /** ISO instant of the change. */
  readonly at: string;
  readonly limitCredits: number;
  /** Known use in the platform window when that limit was set; absent where it is not known. */
  readonly usedCredits?: number;
}

interface LimitFailure {
  /** The limit that was refused last; absent in earlier records. */
  readonly limitCredits?: number;
  readonly problem: string;
  /** Consecutive days with a failure, counted once a day. */
  readonly nights: number;
  readonly lastNight: string;
}

/** What one PUT did to one user's row. */
export type RowOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly problem: string }
  | { readonly kind: 'unknown'; readonly problem: string };

/** The records by user id: each user has one. */
export function recordsByUser(records: readonly LimitRecord[]): ReadonlyMap<string, LimitRecord> {
  return new Map(records.map((record) => [record.userId, record]));
}
