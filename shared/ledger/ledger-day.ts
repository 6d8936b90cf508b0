import type { Day } from '../kernel/time/day.ts';

export interface LedgerRow {
  readonly userId: string;
  readonly credits: number;
  /** In the platform's spelling; null where the platform gave none. */
  readonly email: string | null;
}

export interface ModelCredits {
  readonly model: string;
  readonly credits: number;
}

/** `detail` is a sentence for admins, with figures and no names. */
export interface Doubt {
  readonly kind: 'not-there-yet' | 'sum-differs' | 'endpoints-disagree' | 'pages-unsound' | 'collapsed';
  readonly detail: string;
}

/** Only a complete day counts as known. */
export interface LedgerDay {
  readonly day: Day;
  readonly status: 'complete' | 'suspect';
  readonly totalCredits: number;
  /** By model, descending; absent where the platform named none. They may add up to less. */
  readonly models?: readonly ModelCredits[];
  /** The figures come from a complete reading: a suspect one never overwrites them. */
  readonly hasTrustedFigures: boolean;
  readonly doubts: readonly Doubt[];
  /** Users with an unreadable row: their caps do not change while this day counts. */
  readonly unreadableUserIds: readonly string[];
  readonly readAt: string;
  /** ISO instant at which the day was first found suspect; kept when it clears. */
  readonly suspectSince?: string;
  readonly clearedByRunId?: string;
}
