import { changeWords } from '../../../parts/editing/record-form.ts';
import type { ImportKind } from '../../../parts/importing/import-kind.ts';
import { budgetForm } from '../edit/budget-form.ts';

/** Budgets as an import changes them. */
export const budgetImport: ImportKind = {
  content: 'budgets',
  one: 'budget',
  many: 'budgets',
  keyHead: 'Budget of',
  keyText: (change) => `${String(change['scope'])} ${String(change['window'])}`,
  changeText: ({ before, after }) => changeWords(budgetForm, before ?? undefined, after ?? undefined).join('; '),
};
