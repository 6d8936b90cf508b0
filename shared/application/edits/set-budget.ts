import type { Budget, BudgetTerms } from '../../domain/budgets/budget.ts';
import { budgetKey, diffBudget, type BudgetChange } from '../../domain/budgets/diff-budgets.ts';
import { editBudget, type Author, type EditOutcome, type EditPorts } from './edit-budgets.ts';
import type { BudgetStore, InvalidBudget } from './ports.ts';

/** What became of setting or removing one budget. */
export type SetOutcome =
  | { readonly kind: 'changed'; readonly change: BudgetChange }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'not-there' }
  | { readonly kind: 'refused'; readonly problem: string };

type Key = Pick<BudgetTerms, 'scope' | 'window'>;

/** The budget of a scope and window that is in force, and its row where that cannot be read. */
export async function findBudget(
  budgets: Pick<BudgetStore, 'list'>,
  key: Key,
): Promise<{ readonly budget?: Budget; readonly broken?: InvalidBudget }> {
  const { budgets: known, invalid } = await budgets.list();
  const budget = known.find((candidate) => budgetKey(candidate) === budgetKey(key));
  const broken = invalid.find((row) => `${row.scope} / ${row.window}` === budgetKey(key));
  return { ...(budget === undefined ? {} : { budget }), ...(broken === undefined ? {} : { broken }) };
}

/** Makes a budget what its terms say. A row that was spoiled by hand is written over. */
export async function setBudget(ports: EditPorts, terms: BudgetTerms, author: Author): Promise<SetOutcome> {
  const { budget, broken } = await findBudget(ports.budgets, terms);
  const change = broken === undefined ? diffBudget(budget, terms)[0] : mendingOf(broken, terms);
  if (change === 'unknown-version') {
    return { kind: 'refused', problem: describeBroken(terms, broken) };
  }
  return change === undefined ? { kind: 'unchanged' } : ended(change, await editBudget(ports, change, way(author)));
}

/** Removes a budget: whoever it bound falls back to what else binds them. */
export async function removeBudget(ports: EditPorts, key: Key, author: Author): Promise<SetOutcome> {
  const { budget, broken } = await findBudget(ports.budgets, key);
  const before = budget === undefined ? undefined : { ...budget, version: broken?.seenVersion ?? budget.version };
  if (broken !== undefined && (before === undefined || broken.seenVersion === undefined)) {
    return { kind: 'refused', problem: describeBroken(key, broken) };
  }
  if (before === undefined) {
    return { kind: 'not-there' };
  }
  const change = { kind: 'remove', before } as const;
  return ended(change, await editBudget(ports, change, way(author)));
}

/** The change that mends a row, made on the version that the row carries. */
function mendingOf({ seenVersion, lastValid }: InvalidBudget, after: BudgetTerms): BudgetChange | 'unknown-version' {
  if (lastValid !== undefined && seenVersion !== undefined) {
    return { kind: 'change', before: { ...lastValid, version: seenVersion }, after };
  }
  return seenVersion === 0 ? { kind: 'add', after } : 'unknown-version';
}

function way(author: Author) {
  return { ...author, way: 'command' } as const;
}

function ended(change: BudgetChange, outcome: EditOutcome): SetOutcome {
  return outcome.kind === 'done' ? { kind: 'changed', change } : { kind: 'refused', problem: outcome.problem };
}

function describeBroken(key: Key, broken: InvalidBudget | undefined): string {
  return `the row of ${budgetKey(key)} was edited by hand and cannot be read; mend or delete it in the table first: ${broken?.problem ?? ''}`;
}
