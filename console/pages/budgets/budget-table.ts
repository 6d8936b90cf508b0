import { budgetRecord } from '../../../shared/budgets/contract/budget.ts';
import { changeWords } from '../../parts/editing/record-form.ts';
import { tableOf } from '../../parts/importing/record-table.ts';
import type { ImportKind } from '../../parts/importing/use-import.ts';
import { budgetForm } from './budget-form.ts';
import type { BudgetRow } from './budget-row.ts';

export const budgetTable = tableOf(budgetRecord, ['scope', 'window']);

/** Budgets with their amounts changed by some percent, as the API imports them; those without amounts are left out. */
export function changedByPercent(rows: readonly BudgetRow[], percent: number): string {
  const changed = rows.flatMap((row) =>
    row.amount === 'unlimited'
      ? []
      : [{ ...row, amount: Math.max(0, Math.round((row.amount * (100 + percent)) / 100)) }],
  );
  return budgetTable.write(changed, ',');
}

export const budgetImport: ImportKind = {
  content: 'budgets',
  one: 'budget',
  keyHead: 'Budget of',
  keyText: (change) => `${String(change['scope'])} ${String(change['window'])}`,
  changeText: ({ before, after }) => changeWords(budgetForm, before, after).join('; '),
};
