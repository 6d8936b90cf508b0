import type { Hold } from '../kernel/runs/run.ts';
import type { Day } from '../kernel/time/day.ts';
import type { DailyUse } from '../ledger/daily-use.ts';
import type { LedgerDay } from '../ledger/ledger-day.ts';
import type { UsageTotals } from '../ledger/usage-totals.ts';
import type { NightFloat } from '../pools/night-float.ts';
import type { KnownUser } from '../roster/person.ts';
import type { BoundRules } from './rules.ts';

/** What users have used, as the ledger has it. */
export interface CollectedUse {
  readonly usage: UsageTotals;
  readonly use: DailyUse;
  /** Whose the use is under ids that the roster lacks, where it is not their own. */
  readonly owners: ReadonlyMap<string, string>;
}

/** What a plan rests on, but for the limits. */
export interface Collected extends BoundRules, CollectedUse {
  readonly users: readonly KnownUser[];
  readonly days: readonly LedgerDay[];
  readonly through: Day | undefined;
  readonly hold: Hold | undefined;
  /** What is left to be given in the day; absent where nothing is. */
  readonly float?: NightFloat;
}

/** Says that some use cannot be read, and what follows from it. */
export function describeUnreadable({ unreadableUserIds: { size } }: UsageTotals): readonly string[] {
  return size === 0
    ? []
    : [`The use of ${size} ${size === 1 ? 'user' : 'users'} cannot be read: until it can, they keep their caps`];
}
