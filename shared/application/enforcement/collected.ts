import type { DailyUse } from '../../domain/ledger/daily-use.ts';
import type { LedgerDay } from '../../domain/ledger/ledger-day.ts';
import type { UsageTotals } from '../../domain/ledger/usage-totals.ts';
import type { KnownUser } from '../../domain/roster/person.ts';
import type { Hold } from '../../domain/runs/run.ts';
import type { Day } from '../../domain/time/day.ts';
import type { Rules } from './collect-rules.ts';
import type { CollectedTeams } from './collect-teams.ts';

/** All that a plan rests on. */
export interface Collected extends Rules, CollectedTeams {
  readonly users: readonly KnownUser[];
  readonly days: readonly LedgerDay[];
  readonly usage: UsageTotals;
  /** What everybody consumed day by day. */
  readonly use: DailyUse;
  /** The last day for which the ledger is complete. */
  readonly through: Day | undefined;
  readonly hold: Hold | undefined;
  /** What the admins should know or mend, a sentence each. */
  readonly problems: readonly string[];
}

/** Says that some use cannot be read, and what follows from it. */
export function describeUnreadable({ unreadableUserIds: { size } }: UsageTotals): readonly string[] {
  return size === 0
    ? []
    : [`The use of ${size} ${size === 1 ? 'user' : 'users'} cannot be read: until it can, they keep their caps`];
}
