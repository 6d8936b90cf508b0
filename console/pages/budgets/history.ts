import type { OperationDocument } from '../../api/door.ts';
import { creditsText } from '../../parts/amounts.ts';
import type { BudgetFields } from './budget-row.ts';
import { draftFields, draftOf } from './edit/draft.ts';
import { fieldLabels } from './edit/labels.ts';

export type BudgetVersion = OperationDocument<'listBudgetVersions'>['rows'][number];

/** What a version set: undefined of one that removed the budget. */
export function fieldsOfVersion(terms: BudgetVersion['after']): BudgetFields | undefined {
  return terms === null ? undefined : (terms as unknown as BudgetFields);
}

/** What one version changed, in words: `Amount 780,000 → 900,000`. */
export function changeWords({ before, after }: Pick<BudgetVersion, 'before' | 'after'>): readonly string[] {
  const [old, now] = [fieldsOfVersion(before), fieldsOfVersion(after)];
  if (now === undefined) {
    return ['removed'];
  }
  if (old === undefined) {
    return [`made with ${amountText(now.amount)}, ${now.mode}`];
  }
  const [from, to] = [draftOf(old), draftOf(now)];
  return draftFields
    .filter((field) => from[field] !== to[field])
    .map((field) =>
      field === 'amount'
        ? `Amount ${amountText(old.amount)} → ${amountText(now.amount)}`
        : `${fieldLabels[field].label} ${from[field] || 'none'} → ${to[field] || 'none'}`,
    );
}

function amountText(amount: BudgetFields['amount']): string {
  return amount === 'unlimited' ? amount : creditsText(amount);
}
