import { budgetRecord } from '../../../shared/budgets/contract/budget.ts';
import { parseScope, scopeKinds } from '../../../shared/budgets/scope.ts';
import type { EditedRecord } from '../../parts/editing/edited-record.tsx';
import { formOf } from '../../parts/editing/form-of.ts';

export const budgetForm = formOf(budgetRecord, ['scope', 'window']);

const whatZeroDoes = {
  pool: '0 blocks all of them',
  person: '0 blocks them',
  each: 'for each person; 0 blocks each',
  'no-one': 'it notifies, and blocks no one',
} as const;

/** Whether a budget of a scope only notifies; false while the scope cannot be read. */
export function isAlertOnly(scope: string): boolean {
  const parsed = parseScope(scope);
  return parsed !== undefined && scopeKinds[parsed.kind].binds === 'no-one';
}

/** The form of a budget, with the mode that is usual for its scope, and what its amount means there. */
export function budgetFormOf(scope: string): typeof budgetForm {
  const parsed = parseScope(scope);
  const mode = budgetRecord.usual?.({ scope })['mode'];
  const zero = parsed === undefined ? '0 blocks' : whatZeroDoes[scopeKinds[parsed.kind].binds];
  return {
    ...budgetForm,
    ...(typeof mode === 'string' && { fresh: { ...budgetForm.fresh, mode } }),
    fields: budgetForm.fields.map((field) =>
      field.name === 'amount' ? { ...field, help: field.help.replace('0 blocks', zero) } : field,
    ),
  };
}

/** A budget as it is edited. `scope`: empty while it is not chosen. */
export function editedBudget(scope: string, window: string): EditedRecord<(typeof budgetForm.fields)[number]['name']> {
  const about = isAlertOnly(scope)
    ? 'It notifies by its thresholds: no limit changes, and no one is stopped.'
    : undefined;
  return { calls: 'budgets', one: 'budget', form: budgetFormOf(scope), named: { scope, window }, about };
}
