import type { Day } from '../time/day.ts';
import type { LedgerRow, ModelCredits } from './ledger-day.ts';

/** What the platform bills for one day. */
export interface ReportedDay {
  readonly day: Day;
  readonly totalCredits: number;
  /** By model, the most first; absent where the platform named none. */
  readonly models?: readonly ModelCredits[];
  readonly rows: readonly LedgerRow[];
  /** Rows that could not be read, with the user where the row still names one. */
  readonly unreadable: readonly UnreadableRow[];
}

/** One page of the use of each user as the platform reports it, to check the bill against. */
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
