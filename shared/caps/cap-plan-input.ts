import type { Budget } from '../budgets/budget.ts';
import type { Exemption } from '../grants/exemption.ts';
import type { TopUp } from '../grants/top-up.ts';
import type { Day } from '../kernel/time/day.ts';
import type { UsageTotals } from '../ledger/usage-totals.ts';
import type { LimitRecord } from '../limits/limit-record.ts';
import type { KnownUser } from '../roster/person.ts';
import type { MembersByDay } from '../teams/members-by-day.ts';
import type { PoolTerms } from './shares/divide-shares.ts';

export interface CapPlanInput extends MembersByDay {
  readonly day: Day;
  readonly dataThrough: Day | undefined;
  readonly budgets: readonly Budget[];
  /** Scopes of unreadable budget rows: caps of users in these scopes do not change. */
  readonly invalidScopes: readonly string[];
  readonly topUps: readonly TopUp[];
  readonly exemptions: readonly Exemption[];
  readonly users: readonly KnownUser[];
  readonly usage: UsageTotals;
  readonly limits: readonly LimitRecord[];
  readonly pools: Omit<PoolTerms, 'dataThrough' | 'moves' | 'unlimitedCredits' | keyof MembersByDay>;
  readonly unlimitedCredits: number;
  readonly floorCredits?: number;
  readonly ceilingCredits?: number;
  readonly only?: ReadonlySet<string>;
}
