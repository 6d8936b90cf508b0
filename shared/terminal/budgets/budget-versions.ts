import { budgetKey, type BudgetVersion } from '../../budgets/budget.ts';
import { budgetRecord } from '../../budgets/contract/budget.ts';
import { formatScope } from '../../budgets/scope.ts';
import { describeVersions } from '../records/record-rows.ts';
import { stepTable, versionSteps, type VersionStep } from '../records/version-steps.ts';
import type { Style } from '../style.ts';

/** Versions with who, when, how, before and after, as a table. */
export function versionTable(steps: readonly VersionStep<BudgetVersion>[], style: Style): string {
  return stepTable(
    steps,
    {
      names: ['Scope', 'Window'],
      cells: ({ scope, window }) => [formatScope(scope), window],
      what: ({ version, before }) => describeVersions(budgetRecord, before?.terms, version.terms),
    },
    style,
  );
}

/** In the order of their moments; each with the version before it of the same budget. */
export function budgetSteps(versions: readonly BudgetVersion[]): readonly VersionStep<BudgetVersion>[] {
  return versionSteps(versions, budgetKey);
}

export function stepDocument({ version, before }: VersionStep<BudgetVersion>) {
  const { scope, window, version: number, by, at, way, terms } = version;
  return {
    scope: formatScope(scope),
    window,
    version: number,
    at,
    by,
    way,
    before: before?.terms === undefined ? null : budgetRecord.document(before.terms),
    after: terms === undefined ? null : budgetRecord.document(terms),
  };
}
