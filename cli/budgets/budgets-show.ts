import { formatScope } from '../../shared/domain/budgets/scope.ts';
import { budgetDocument, describeBudget } from './budget-rows.ts';
import { parseScopeArgument, parseWindowArgument } from '../frame/budget-key.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';

/** `budgets show SCOPE [WINDOW]`: all facts of a scope's budgets. */
export async function showBudgets(
  context: CommandContext,
  { scope, window }: { readonly scope: string; readonly window: string | undefined },
): Promise<ExitCode> {
  const wantedScope = formatScope(parseScopeArgument(scope));
  const wantedWindow = window === undefined ? undefined : parseWindowArgument(window);
  const { budgets } = await withInstallation(context, async (installation) => installation.budgets.list());
  const found = budgets.filter(
    (budget) =>
      formatScope(budget.scope) === wantedScope && (wantedWindow === undefined || budget.window === wantedWindow),
  );
  if (found.length === 0) {
    throw new CommandError(`There is no budget for ${wantedScope}${window === undefined ? '' : ` over a ${window}`}`);
  }
  context.tell({
    json: found.map(budgetDocument),
    text: found.map((budget) => describeBudget(budget, context.style)).join('\n\n'),
  });
  return exitCodes.done;
}
