/** What somebody looks for in a long list of budgets. */
export const budgetStates = ['used-up', 'running-out', 'lasting', 'not-in-force'] as const;
export type BudgetState = (typeof budgetStates)[number];
