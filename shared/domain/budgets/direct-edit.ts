import type { Budget, BudgetTerms } from './budget.ts';
import { directEditor, type BudgetVersion } from './budget-version.ts';
import { isSameTerms } from './diff-budgets.ts';

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
  key: Pick<BudgetTerms, 'scope' | 'window'>,
  { row, last }: { readonly row: SoundRow; readonly last?: BudgetVersion },
  at: string,
): FoundEdit | undefined {
  const lastVersion = last?.version ?? 0;
  const stamp = { ...key, by: directEditor, at, way: 'direct-edit' } as const;
  if (row.kind === 'none') {
    const isRemoval = last?.terms !== undefined;
    return isRemoval ? { version: { ...stamp, version: lastVersion + 1 }, seenVersion: 0 } : undefined;
  }
  const { version: seenVersion, updatedBy: _by, updatedAt: _at, ...terms } = row.budget;
  if (last?.terms !== undefined && last.version === seenVersion && isSameTerms(last.terms, terms)) {
    return undefined;
  }
  return { version: { ...stamp, version: Math.max(lastVersion, seenVersion) + 1, terms }, seenVersion };
}
