import type { BudgetTerms } from '../../../../shared/budgets/budget.ts';

/** A month of 100 credits for Ann alone. */
export const budgetOfAnn: BudgetTerms = {
  scope: { kind: 'user', email: 'ann@acme.example' },
  window: 'month',
  amount: { kind: 'credits', credits: 100 },
  mode: 'enforce',
  thresholds: [],
  forecastAlert: true,
  owners: [],
};
