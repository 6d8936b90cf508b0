/** What somebody looks for in a long list of budgets. */
export const budgetStates = ['used-up', 'running-out', 'lasting', 'not-in-force'] as const;
export type BudgetState = (typeof budgetStates)[number];

/** In which order somebody looks through them: what runs out first, least left, most used, largest. */
export const budgetOrders = ['runs-out', 'left', 'used', 'amount'] as const;
export type BudgetOrder = (typeof budgetOrders)[number];

/** What somebody looks for in a long list of caps: a status, or whoever may consume nothing more. */
export const capFilters = ['stopped', 'confirmed', 'pending', 'failed', 'unknown', 'exempt'] as const;
export type CapFilter = (typeof capFilters)[number];
