import { budgetRecord } from '../../../shared/budgets/contract/budget.ts';
import { formOf } from '../../parts/editing/form-of.ts';

/** A budget in a form. */
export const budgetForm = formOf(budgetRecord, ['scope', 'window']);
export type BudgetField = (typeof budgetForm.fields)[number]['name'];
