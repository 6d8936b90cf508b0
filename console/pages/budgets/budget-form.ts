import { budgetRecord } from '../../../shared/budgets/contract/budget.ts';
import { formOf } from '../../parts/editing/form-of.ts';

export const budgetForm = formOf(budgetRecord, ['scope', 'window']);
/** The form of a budget, with the mode that is usual for its scope. */
export function budgetFormOf(scope: string): typeof budgetForm {
  const mode = budgetRecord.usual?.({ scope })['mode'];
  return typeof mode === 'string' ? { ...budgetForm, fresh: { ...budgetForm.fresh, mode } } : budgetForm;
}

export type BudgetField = (typeof budgetForm.fields)[number]['name'];
