import type { Budget, BudgetTerms } from '../domain/budgets/budget.ts';
import { budgetKey, diffBudget, type BudgetChange } from '../domain/budgets/diff-budgets.ts';
import { editBudget, type Author, type EditOutcome, type EditPorts } from './edit-budgets.ts';
import type { BudgetStore } from './ports.ts';

/** What became of setting or removing one budget. */
export type SetOutcome =
  | { readonly kind: 'changed'; readonly change: BudgetChange }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'not-there' }
  | { readonly kind: 'refused'; readonly problem: string };

type Key = Pick<BudgetTerms, 'scope' | 'window'>;

/** The budget of a scope and window, or why its row cannot be read. */
export async function findBudget(
  budgets: Pick<BudgetStore, 'list'>,
  key: Key,
): Promise<{ readonly budget?: Budget; readonly problem?: string }> {
  const { budgets: known, invalid } = await budgets.list();
  const budget = known.find((candidate) => budgetKey(candidate) === budgetKey(key));
  const broken = invalid.find((row) => `${row.scope} / ${row.window}` === budgetKey(key));
  return { ...(budget === undefined ? {} : { budget }), ...(broken === undefined ? {} : { problem: broken.problem }) };
}

/** Makes a budget what its terms say. */
export async function setBudget(ports: EditPorts, terms: BudgetTerms, author: Author): Promise<SetOutcome> {
  const { budget, problem } = await findBudget(ports.budgets, terms);
  if (problem !== undefined) {
    return { kind: 'refused', problem: describeBroken(terms, problem) };
  }
  const [change] = diffBudget(budget, terms);
  return change === undefined ? { kind: 'unchanged' } : ended(change, await editBudget(ports, change, author));
}

/** Removes a budget: whoever it bound falls back to what else binds them. */
export async function removeBudget(ports: EditPorts, key: Key, author: Author): Promise<SetOutcome> {
  const { budget, problem } = await findBudget(ports.budgets, key);
  if (problem !== undefined) {
    return { kind: 'refused', problem: describeBroken(key, problem) };
  }
  if (budget === undefined) {
    return { kind: 'not-there' };
  }
  const change = { kind: 'remove', before: budget } as const;
  return ended(change, await editBudget(ports, change, author));
}

function ended(change: BudgetChange, outcome: EditOutcome): SetOutcome {
  return outcome.kind === 'done' ? { kind: 'changed', change } : { kind: 'refused', problem: outcome.problem };
}

function describeBroken(key: Key, problem: string): string {
  return `the row of ${budgetKey(key)} was edited by hand and cannot be read; mend or delete it in the table first: ${problem}`;
}
