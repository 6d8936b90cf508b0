import type { Budget, BudgetTerms } from '../../shared/domain/budgets/budget.ts';

/** What an admin says in a budget, without what Curfew notes beside it. */
export function termsOf({ version: _version, updatedBy: _by, updatedAt: _at, ...terms }: Budget): BudgetTerms {
  return terms;
}
