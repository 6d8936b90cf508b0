import { termsIn } from '../records/diff-records.ts';
import { diffTerms } from '../records/record-kind.ts';
import { budgetKind, type Budget, type BudgetKey } from './budget.ts';
import { directEditor, type BudgetVersion } from './budget-version.ts';

/** The row of the table under one key, where it can be read. */
export type SoundRow = { readonly kind: 'none' } | { readonly kind: 'budget'; readonly budget: Budget };

/** An edit that somebody made with other tools than Curfew's. */
export interface FoundEdit {
  readonly version: BudgetVersion;
  /** The version that the row carries; 0 for none. */
  readonly seenVersion: number;
}

/**
 * Finds a row that somebody changed or removed directly: it differs from the last version. Every edit by Curfew makes a
 * version, so that a state without one is a direct edit. `at`: when it was found.
 */
export function findDirectEdit(
  key: BudgetKey,
  { row, last }: { readonly row: SoundRow; readonly last?: BudgetVersion },
  at: string,
): FoundEdit | undefined {
  const lastVersion = last?.version ?? 0;
  const stamp = { ...key, by: directEditor, at, way: 'direct-edit' } as const;
  if (row.kind === 'none') {
    const isRemoval = last?.terms !== undefined;
    return isRemoval ? { version: { ...stamp, version: lastVersion + 1 }, seenVersion: 0 } : undefined;
  }
  const seenVersion = row.budget.version;
  const terms = termsIn(row.budget);
  const isLast = last?.terms !== undefined && last.version === seenVersion;
  // An author that the row claims, and its version does not know, was written by hand.
  if (isLast && last.by === row.budget.updatedBy && diffTerms(budgetKind, last.terms, terms).length === 0) {
    return undefined;
  }
  return { version: { ...stamp, version: Math.max(lastVersion, seenVersion) + 1, terms }, seenVersion };
}
