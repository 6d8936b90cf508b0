import type { Day } from '../kernel/time/day.ts';
import type { LedgerRow, ModelCredits } from './ledger-day.ts';

/** What the platform bills for one day. */
export interface ReportedDay {
  readonly day: Day;
  readonly totalCredits: number;
  /** By model, descending; absent where the platform named none. */
  readonly models?: readonly ModelCredits[];
  readonly rows: readonly LedgerRow[];
  /** Unreadable rows, with the user if the row names one. */
  readonly unreadable: readonly UnreadableRow[];
}

/** One page of the platform's use by user, to check the bill against. */
export interface UserMetricsPage {
  readonly rows: readonly UserMetricsRow[];
  readonly unreadable: readonly UnreadableRow[];
}

export interface UserMetricsRow {
  readonly day: Day;
  readonly userId: string;
  readonly credits: number;
}

export interface UnreadableRow {
  readonly day?: Day;
  readonly userId?: string;
  readonly problem: string;
}
