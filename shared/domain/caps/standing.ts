import type { Budget } from '../budgets/budget.ts';
import type { LedgerDay } from '../ledger/ledger-day.ts';
import type { UsageTotals } from '../ledger/usage-totals.ts';
import type { KnownUser } from '../roster/person.ts';
import type { Day } from '../time/day.ts';
import type { BindingBudgets } from './layer.ts';
import type { LimitRecord } from './limit-record.ts';
import type { People } from './person.ts';

/** How everybody stands on a UTC day, from the tables alone. */
export interface Standing {
  readonly today: Day;
  readonly users: readonly KnownUser[];
  readonly people: People;
  readonly budgets: readonly Budget[];
  readonly binding: BindingBudgets;
  /** What is known through yesterday. */
  readonly usage: UsageTotals;
  /** The last day for which the ledger is complete. */
  readonly dataThrough: Day | undefined;
  /** Days of the windows in use that are missing or not trusted, ascending. */
  readonly untrustedDays: readonly { readonly day: Day; readonly known: LedgerDay | undefined }[];
  readonly limits: ReadonlyMap<string, LimitRecord>;
  readonly runsGoingOn: ReadonlySet<string>;
}
