import { termsIn } from '../records/diff-records.ts';
import { diffTerms } from '../records/record-kind.ts';
import { findUnversioned } from '../records/direct-edit.ts';
import { budgetKind, type Budget, type BudgetKey, type BudgetTerms } from './budget.ts';
import { directEditor, type BudgetVersion } from './budget-version.ts';

/** The row of the table under one key, where it can be read. */
type ValidRow = { readonly kind: 'none' } | { readonly kind: 'budget'; readonly budget: Budget };

/** An edit that somebody made with other tools than Curfew's. */
interface FoundEdit {
  readonly version: BudgetVersion;
  /** The version that the row carries; 0 for none. */
  readonly seenVersion: number;
}

/** Finds a row that somebody changed or removed directly. `at`: when it was found. */
export function findDirectEdit(
  key: BudgetKey,
  { row, last }: { readonly row: ValidRow; readonly last?: BudgetVersion },
  at: string,
): FoundEdit | undefined {
  const found = findUnversioned(
    {
      row:
        row.kind === 'none'
          ? undefined
          : { version: row.budget.version, by: row.budget.updatedBy, terms: termsIn<BudgetTerms>(row.budget) },
      last,
    },
    (before, after) => diffTerms(budgetKind, before, after).length === 0,
  );
  if (found === undefined) {
    return undefined;
  }
  const { seenVersion, ...made } = found;
  return { version: { ...key, by: directEditor, at, way: 'direct-edit', ...made }, seenVersion };
}
