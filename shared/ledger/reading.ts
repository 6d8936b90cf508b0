import type { Day } from '../kernel/time/day.ts';
import type { LedgerRow, ModelCredits } from './ledger-day.ts';

export interface ReportedDay {
  readonly day: Day;
  readonly totalCredits: number;
  readonly models?: readonly ModelCredits[];
  readonly rows: readonly LedgerRow[];
  readonly unreadable: readonly UnreadableRow[];
}

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
