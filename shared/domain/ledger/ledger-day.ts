import type { Day } from '../time/day.ts';

/** One user's credits on one UTC day, as the platform reported them last. Integers. */
export interface LedgerRow {
  readonly userId: string;
  readonly credits: number;
  /** The email of the report, in the platform's spelling; null where the platform gave none. */
  readonly email: string | null;
}

/** What was consumed on one model. Integers. */
export interface ModelCredits {
  readonly model: string;
  readonly credits: number;
}

/** Why a day's figures are not trusted. `detail` is a sentence for admins, with figures and no names. */
export interface Doubt {
  readonly kind: 'not-there-yet' | 'sum-differs' | 'endpoints-disagree' | 'pages-unsound' | 'collapsed';
  readonly detail: string;
}

/** The state of a day in the ledger. Only a complete day counts as known. */
export interface LedgerDay {
  readonly day: Day;
  readonly status: 'complete' | 'suspect';
  readonly totalCredits: number;
  /** The same by model, the most first; absent where the platform named none. They may add up to less. */
  readonly models?: readonly ModelCredits[];
  /** The figures in the ledger come from a complete reading: a suspect one never overwrites them. */
  readonly hasTrustedFigures: boolean;
  readonly doubts: readonly Doubt[];
  /** Users whose row could not be read: their caps stay as they are while this day counts. */
  readonly unreadableUserIds: readonly string[];
  /** ISO instant of the reading. */
  readonly readAt: string;
  /** ISO instant as of which the day was first found suspect; kept when it clears. */
  readonly suspectSince?: string;
  /** The run that found a suspect day complete after all. */
  readonly clearedByRunId?: string;
}
