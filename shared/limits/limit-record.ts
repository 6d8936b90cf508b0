import type { WindowKind } from '../budgets/window.ts';
import type { Day } from '../kernel/time/day.ts';

/** What Curfew knows of one user's limit on the platform, which offers no way to read limits. */
export interface LimitRecord {
  readonly userId: string;
  /** In the platform's spelling, as sent. */
  readonly email: string;
  readonly confirmed?: SentLimit;
  /** Sent since then without a known outcome, oldest first: each may be in force. Empty once one is confirmed. */
  readonly unsettled: readonly SentLimit[];
  /** Limits ended by a later one, the last to end last: their use may not show in the data yet. */
  readonly replaced?: readonly ReplacedLimit[];
  /** The limit before each change of the last day that a guard counts, oldest first: they are judged together. */
  readonly counted?: readonly CountedChange[];
  /** UTC days on which the user reached the limit, ascending: demand may have been higher than use. */
  readonly stoppedDays?: readonly Day[];
  readonly failure?: {
    /** The limit that was refused last; absent in early records. */
    readonly limitCredits?: number;
    readonly problem: string;
    readonly nights: number;
    readonly lastNight: string;
  };
}

/** Shared by all records without unsettled limits, to save memory. */
export const noneUnsettled: LimitRecord['unsettled'] = [];

export interface SentLimit {
  readonly limitCredits: number;
  readonly at: string;
  /** The run that changed the limit to this; sending it again does not count. */
  readonly runId: string;
  readonly usedCredits?: number;
  readonly pools?: string;
  /** The admin's other settings that decided the limit, as a text; absent in early records. */
  readonly terms?: string;
  readonly window?: WindowKind;
  readonly answeredAt?: string;
  /** The address that it was sent to, if the record has another now. */
  readonly to?: string;
}

/** A limit that was in force, or may have been. ISO instants of its own PUT, and of the one that ended it. */
export interface ReplacedLimit {
  readonly limitCredits: number;
  readonly from: string;
  readonly until: string;
  readonly isUnknown?: true;
  readonly to?: string;
}

export interface CountedChange {
  readonly at: string;
  readonly limitCredits: number;
  readonly usedCredits?: number;
}

export type RowOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly problem: string }
  | { readonly kind: 'unknown'; readonly problem: string };

export function recordsByUser(records: readonly LimitRecord[]): ReadonlyMap<string, LimitRecord> {
  return new Map(records.map((record) => [record.userId, record]));
}
