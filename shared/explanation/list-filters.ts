export const budgetStates = ['used-up', 'over-budget', 'running-out', 'lasting', 'not-in-force'] as const;
export type BudgetState = (typeof budgetStates)[number];

/** Orders of a list of budgets: what runs out first, least remaining, most used, largest. */
export const budgetOrders = ['runs-out', 'left', 'used', 'amount'] as const;
export type BudgetOrder = (typeof budgetOrders)[number];

export const capFilters = ['stopped', 'confirmed', 'pending', 'failed', 'unknown', 'exempt'] as const;
export type CapFilter = (typeof capFilters)[number];

/** Orders of a list of caps beside the usual one, stopped people and the least remaining first. */
export const capOrders = ['most-left'] as const;
