import type { BindingBudgets } from '../../budgets/binding-budgets.ts';
import type { Budget, Guarantee } from '../../budgets/budget.ts';
import { formatScope } from '../../budgets/scope.ts';
import type { MembersByDay } from '../../teams/members-by-day.ts';

/** A budget in force that several users share, with its members. */
export interface SharedBudget {
  readonly budget: Budget;
  /** What top-ups of the team, and those that raise the pool, add. */
  readonly topUpCredits: number;
  /** The budget's amount, top-ups included. */
  readonly amountCredits: number;
  readonly guarantee: Guarantee;
  /**
   * The team of the budget: all its members are in scope, including those who cannot be capped. Absent: everybody is.
   */
  readonly team?: string;
}

/** The team of each user, by user id. Nobody is in two. */
export type TeamOf = MembersByDay['teamOf'];

/** The pools in force: budgets with an amount that set caps, of the organization and of teams. */
export function sharedBudgets(
  { forOrganization, byTeam }: Pick<BindingBudgets, 'forOrganization' | 'byTeam'>,
  /** By the scope as text. */
  topUpCreditsByPool: ReadonlyMap<string, number>,
): readonly SharedBudget[] {
  const ofOrganization = forOrganization.map((budget) => ({ budget }));
  const ofTeams = [...byTeam].flatMap(([team, budgets]) => budgets.map((budget) => ({ budget, team })));
  return [...ofOrganization, ...ofTeams].flatMap((shared): readonly SharedBudget[] => {
    const { scope, amount, mode, guarantee = { kind: 'strict' } } = shared.budget;
    if (amount.kind !== 'credits' || mode !== 'enforce') {
      return [];
    }
    // Larger sums are not exact integers.
    const topUpCredits = topUpCreditsByPool.get(formatScope(scope)) ?? 0;
    const amountCredits = Math.min(Number.MAX_SAFE_INTEGER, amount.credits + topUpCredits);
    return [{ ...shared, topUpCredits: amountCredits - amount.credits, amountCredits, guarantee }];
  });
}
