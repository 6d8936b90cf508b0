import { renderTable } from '../../shared/terminal/table.ts';
import { budgetRecord } from '../../shared/contracts/records/budget.ts';
import { budgetKey } from '../../shared/domain/budgets/budget.ts';
import type { BudgetVersion } from '../../shared/domain/budgets/budget-version.ts';
import { formatScope } from '../../shared/domain/budgets/scope.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { describeVersions } from '../../shared/terminal/records/record-rows.ts';
import { selection, type ScopeWords } from './budgets.ts';

/** A version beside the one before it. */
interface Step {
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

/** `budgets history [SCOPE [WINDOW]]`: every version of the budgets, with who, when, how, before and after. */
export async function showBudgetHistory(context: CommandContext, words: ScopeWords): Promise<ExitCode> {
  const { isWanted, key } = selection(words);
  const versions = await withInstallation(context, async ({ budgets }) => budgets.listVersions(key));
  const steps = stepsOf(versions.filter(isWanted));
  context.tell({
    json: steps.map(stepDocument),
    text: steps.length === 0 ? 'No budget was ever made there.' : renderTable(columns, steps.map(cells), context.style),
  });
  return exitCodes.done;
}

/** In the order of their moments; each with the version before it of the same budget. */
function stepsOf(versions: readonly BudgetVersion[]): readonly Step[] {
  const byBudget = Map.groupBy(versions, budgetKey);
  const steps = [...byBudget.values()].flatMap((of) => {
    const ascending = of.toSorted((a, b) => a.version - b.version);
    return ascending.map((version, index) => ({ version, before: ascending[index - 1] }));
  });
  return steps.toSorted((a, b) => Date.parse(a.version.at) - Date.parse(b.version.at));
}

function stepDocument({ version, before }: Step) {
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

function cells({ version, before }: Step): readonly string[] {
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
