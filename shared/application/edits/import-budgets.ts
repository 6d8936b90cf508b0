import {
  budgetKey,
  diffBudgets,
  type BudgetChange,
  type BudgetPlan,
  type WantedBudget,
} from '../../domain/budgets/diff-budgets.ts';
import { editBudget, type Author, type EditOutcome, type EditPorts } from './edit-budgets.ts';
import type { BudgetStore } from './ports.ts';

/** A plan, and the rows of the table that it leaves alone because they are not valid. */
export interface ImportPlan extends BudgetPlan {
  /** Wanted budgets whose row in the table was edited by hand and cannot be read: it must be mended there first. */
  readonly blocked: readonly { readonly key: string; readonly problem: string }[];
}

/** Plans what an import would do; changes nothing. */
export async function planImport(
  budgets: Pick<BudgetStore, 'list'>,
  wanted: readonly WantedBudget[],
  options: { readonly prune: boolean },
): Promise<ImportPlan> {
  const current = await budgets.list();
  const invalid = new Map(current.invalid.map((row) => [`${row.scope} / ${row.window}`, row.problem]));
  const blocked = wanted.flatMap((budget) => {
    const problem = invalid.get(budgetKey(budget));
    return problem === undefined ? [] : [{ key: budgetKey(budget), problem }];
  });
  const open = wanted.filter((budget) => !invalid.has(budgetKey(budget)));
  return { ...diffBudgets(current.budgets, open, options), blocked };
}

export interface EditResult {
  readonly change: BudgetChange;
  readonly outcome: EditOutcome;
}

export interface ImportPorts extends EditPorts {
  /** Told how many changes are done. */
  readonly onProgress?: (done: number) => void;
}

/** Makes the changes of a plan, one after the other; a stale one is passed over. */
export async function applyImport(
  ports: ImportPorts,
  plan: BudgetPlan,
  author: Author,
): Promise<readonly EditResult[]> {
  const results: EditResult[] = [];
  for (const change of plan.changes) {
    results.push({ change, outcome: await editBudget(ports, change, { ...author, way: 'import' }) });
    ports.onProgress?.(results.length);
  }
  return results;
}
