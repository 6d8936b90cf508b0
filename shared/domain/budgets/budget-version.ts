import type { Budget, BudgetTerms } from './budget.ts';

/** How an edit came about: one command, a file that was imported, or the table itself with other tools. */
export const editWays = ['command', 'import', 'direct-edit'] as const;
export type EditWay = (typeof editWays)[number];

/** What one edit made of a budget. Versions of one scope and window count from 1, and go on after a removal. */
export interface BudgetVersion extends Pick<BudgetTerms, 'scope' | 'window'> {
  readonly version: number;
  readonly by: string;
  /** ISO instant. */
  readonly at: string;
  readonly way: EditWay;
  /** Absent: the budget was removed. */
  readonly terms?: BudgetTerms;
}

/** The author of a direct edit: neither the table nor its stream names one. */
export const directEditor = 'unknown';

/** The budget in the table at a version; undefined for a removal. */
export function budgetOfVersion({ terms, version, by, at }: BudgetVersion): Budget | undefined {
  return terms === undefined ? undefined : { ...terms, version, updatedBy: by, updatedAt: at };
}
