import { renderTable } from '../../shared/terminal/table.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { describeTermsChange } from './budget-rows.ts';
import { parseScopeArgument, parseWindowArgument } from '../frame/budget-key.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { orderedBudgetRow } from '../../shared/contracts/budget-yaml.ts';
import type { BudgetVersion } from '../../shared/domain/budgets/budget-version.ts';
import { budgetKey } from '../../shared/domain/budgets/diff-budgets.ts';
import { formatScope } from '../../shared/domain/budgets/scope.ts';

/** A version beside the one before it. */
interface Step {
  readonly version: BudgetVersion;
  readonly before: BudgetVersion | undefined;
}

/** `budgets history [SCOPE [WINDOW]]`: every version of the budgets, with who, when, how, before and after. */
export async function showBudgetHistory(
  context: CommandContext,
  { scope, window }: { readonly scope: string | undefined; readonly window: string | undefined },
): Promise<ExitCode> {
  const wantedScope = scope === undefined ? undefined : formatScope(parseScopeArgument(scope));
  const wantedWindow = window === undefined ? undefined : parseWindowArgument(window);
  const versions = await withInstallation(context, async ({ budgets }) =>
    wantedScope !== undefined && wantedWindow !== undefined
      ? budgets.listVersions({ scope: wantedScope, window: wantedWindow })
      : budgets.listVersions(),
  );
  const steps = stepsOf(
    versions.filter((version) => wantedScope === undefined || formatScope(version.scope) === wantedScope),
  );
  context.tell({
    json: steps.map(stepDocument),
    text: steps.length === 0 ? 'No budget was ever made there.' : historyTable(steps, context.style),
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
    before: before?.terms === undefined ? null : orderedBudgetRow(before.terms),
    after: terms === undefined ? null : orderedBudgetRow(terms),
  };
}

function historyTable(steps: readonly Step[], style: Style): string {
  const rows = steps.map(({ version, before }) => [
    version.at,
    formatScope(version.scope),
    version.window,
    String(version.version),
    version.by,
    version.way,
    describeTermsChange(before?.terms, version.terms),
  ]);
  const columns = [
    { title: 'At' },
    { title: 'Scope' },
    { title: 'Window' },
    { title: 'Version', align: 'right' },
    { title: 'Who' },
    { title: 'How' },
    { title: 'What' },
  ] as const;
  return renderTable(columns, rows, style);
}
