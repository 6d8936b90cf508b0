import type { Budget, BudgetTerms } from '../../domain/budgets/budget.ts';
import { recordOfVersion, type RecordVersion } from '../../domain/records/record-edit.ts';
import { budgetRecord } from './budget.ts';
import { shownKey, storedRecords, type Row } from './versions/stored-record.ts';

/** The rows of the budgets table. */
export const storedBudgets = storedRecords(budgetRecord);

type ReadBudget =
  | { readonly kind: 'budget'; readonly budget: Budget }
  | { readonly kind: 'invalid'; readonly invalid: InvalidBudgetRow };

/** Scope and window as they stand in the row, cut to what a message may show. */
interface InvalidBudgetRow extends Readonly<Record<'scope' | 'window', string>> {
  readonly problem: string;
  /** The version that the row carries, 0 for none; absent where that cannot be read either. */
  readonly seenVersion?: number;
}

/** Reads one row of the budgets table, written by Curfew or by hand. Never throws and never guesses. */
export function readBudget(row: Row): ReadBudget {
  const read = storedBudgets.read(row);
  if (read.kind === 'record') {
    return { kind: 'budget', budget: read.record };
  }
  const { kind: _kind, ...facts } = read;
  return { kind: 'invalid', invalid: { ...shownKey(row, ['scope', 'window']), ...facts } };
}

/** What stands under the key of a budget, for whoever edits it; in the place of a row that is not valid, its last version. */
export function foundBudget(row: Row | undefined, last: RecordVersion<BudgetTerms> | undefined) {
  if (row === undefined) {
    return { kind: 'none' } as const;
  }
  const read = storedBudgets.read(row);
  const lastValid = read.kind === 'invalid' && last !== undefined ? recordOfVersion(last) : undefined;
  return lastValid === undefined ? read : { ...read, lastValid };
}
