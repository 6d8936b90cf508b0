import { budgetRecord } from '../../contracts/records/budget.ts';
import { budgetKey } from '../../domain/budgets/budget.ts';
import type { BudgetVersion } from '../../domain/budgets/budget-version.ts';
import { formatScope } from '../../domain/budgets/scope.ts';
import { describeVersions } from '../records/record-rows.ts';
import type { Style } from '../style.ts';
import { renderTable } from '../table.ts';

/** A version beside the one before it. */
export interface BudgetStep {
  readonly version: BudgetVersion;
  readonly before: BudgetVersion | undefined;
}

const columns = [
  { title: 'At' },
  { title: 'Scope' },
  { title: 'Window' },
  { title: 'Version', align: 'right' },
  { title: 'Who' },
  { title: 'How' },
  { title: 'What' },
] as const;

/** Versions with who, when, how, before and after, as a table. */
export function versionTable(steps: readonly BudgetStep[], style: Style): string {
  return renderTable(columns, steps.map(cells), style);
}

/** In the order of their moments; each with the version before it of the same budget. */
export function budgetSteps(versions: readonly BudgetVersion[]): readonly BudgetStep[] {
  const byBudget = Map.groupBy(versions, budgetKey);
  const steps = [...byBudget.values()].flatMap((of) => {
    const ascending = of.toSorted((a, b) => a.version - b.version);
    return ascending.map((version, index) => ({ version, before: ascending[index - 1] }));
  });
  return steps.toSorted((a, b) => Date.parse(a.version.at) - Date.parse(b.version.at));
}

export function stepDocument({ version, before }: BudgetStep) {
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

function cells({ version, before }: BudgetStep): readonly string[] {
  return [
    version.at,
    formatScope(version.scope),
    version.window,
    String(version.version),
    version.by,
    version.way,
    describeVersions(budgetRecord, before?.terms, version.terms),
  ];
}
