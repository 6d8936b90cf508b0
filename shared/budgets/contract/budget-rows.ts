import { shownKey, storedRecords, type TableRow } from '../../kernel/records/contract/versions/stored-record.ts';
import { recordOfVersion, type RecordVersion } from '../../kernel/records/record-edit.ts';
import type { Budget, BudgetTerms } from '../budget.ts';
import { budgetRecord } from './budget.ts';

export const storedBudgets = storedRecords(budgetRecord);

type ReadBudget =
  | { readonly kind: 'budget'; readonly budget: Budget }
  | {
      readonly kind: 'invalid';
      readonly invalid: Readonly<Record<'scope' | 'window', string>> & {
        readonly problem: string;
        /** The row's version, 0 for none; absent when it cannot be read either. */
        readonly seenVersion?: number;
      };
    };

/** Reads one row, written by Curfew or by hand. Never throws, never guesses. */
export function readBudget(row: TableRow): ReadBudget {
  const read = storedBudgets.read(row);
  if (read.kind === 'record') {
    return { kind: 'budget', budget: read.record };
  }
  const { kind: _kind, ...facts } = read;
  return { kind: 'invalid', invalid: { ...shownKey(row, ['scope', 'window']), ...facts } };
}

/** The row under a budget's key, for an edit; for an invalid row its last version. */
export function foundBudget(row: TableRow | undefined, last: RecordVersion<BudgetTerms> | undefined) {
  if (row === undefined) {
    return { kind: 'none' } as const;
  }
  const read = storedBudgets.read(row);
  const lastValid = read.kind === 'invalid' && last !== undefined ? recordOfVersion(last) : undefined;
  return lastValid === undefined ? read : { ...read, lastValid };
}
