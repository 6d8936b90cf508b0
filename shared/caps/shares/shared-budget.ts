import type { Budget, Guarantee } from '../../budgets/budget.ts';
import { formatScope, isPoolScope } from '../../budgets/scope.ts';
import { raisedPools, type TopUp } from '../../grants/top-up.ts';
import { sortedBy } from '../../kernel/texts/compare-text.ts';
import type { Day } from '../../kernel/time/day.ts';
import type { MembersByDay } from '../../teams/members-by-day.ts';

export interface SharedBudget {
  readonly budget: Budget;
  readonly topUps: readonly TopUp[];
  readonly guarantee: Guarantee;
  /** The team of the budget: all members are in scope, including those who cannot be capped. Absent: all users. */
  readonly team?: string;
}

export type TeamOf = MembersByDay['teamOf'];

/** The pools: budgets of the organization and of teams with an amount and in mode `enforce`, including future ones. */
export function sharedBudgets(budgets: readonly Budget[], topUps: readonly TopUp[]): readonly SharedBudget[] {
  const raised = topUps
    .filter(({ endedAt }) => endedAt === undefined)
    .flatMap((topUp) => raisedPools(topUp).map((key) => ({ key, topUp })));
  const raising = Map.groupBy(raised, ({ key }) => key);
  const byWindow = sortedBy(budgets, ({ window }) => window);
  const ofOrganization = byWindow.filter(({ scope }) => scope.kind === 'org');
  const ofTeams = sortedBy(
    byWindow.filter(({ scope }) => scope.kind === 'team'),
    ({ scope }) => formatScope(scope),
  );
  return [...ofOrganization, ...ofTeams].flatMap((budget): readonly SharedBudget[] => {
    const { scope, amount, mode, guarantee = { kind: 'strict' } } = budget;
    if (!isPoolScope(scope) || amount.kind !== 'credits' || mode !== 'enforce') {
      return [];
    }
    const own = (raising.get(formatScope(scope)) ?? []).map(({ topUp }) => topUp);
    return [{ budget, topUps: own, guarantee, ...(scope.kind === 'team' && { team: scope.name }) }];
  });
}

/** A pool's credits on a day, and the part that is top-ups; cut to an exact integer. */
export function creditsOn({ budget, topUps }: SharedBudget, day: Day): { amountCredits: number; topUpCredits: number } {
  const own = budget.amount.kind === 'credits' ? budget.amount.credits : 0;
  const added = topUps.reduce((sum, { from, to, credits }) => (from <= day && day <= to ? sum + credits : sum), 0);
  const amountCredits = Math.min(Number.MAX_SAFE_INTEGER, own + added);
  return { amountCredits, topUpCredits: amountCredits - own };
}
