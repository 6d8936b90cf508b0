import { budgetRecord } from '../../../shared/budgets/contract/budget.ts';
import type { RecordForm } from '../../parts/editing/record-form.ts';
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
  kind: 'budgets',
  one: 'budget',
  form: budgetForm as RecordForm<string>,
  keyText: ({ scope, window }) => `${String(scope)} ${String(window)}`,
};
