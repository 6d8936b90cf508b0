import { budgetRecord } from '../../../shared/budgets/contract/budget.ts';
import type { EditedRecord } from '../../parts/editing/edited-record.tsx';
import { formOf } from '../../parts/editing/form-of.ts';

export const budgetForm = formOf(budgetRecord, ['scope', 'window']);

/** The form of a budget, with the mode that is usual for its scope. */
function budgetFormOf(scope: string): typeof budgetForm {
  const mode = budgetRecord.usual?.({ scope })['mode'];
  return typeof mode === 'string' ? { ...budgetForm, fresh: { ...budgetForm.fresh, mode } } : budgetForm;
}

type BudgetField = (typeof budgetForm.fields)[number]['name'];

/** A budget as it is edited. `scope`: empty while it is not chosen. */
export function editedBudget(scope: string, window: string): EditedRecord<BudgetField> {
  return { calls: 'budgets', one: 'budget', form: budgetFormOf(scope), named: { scope, window } };
}
