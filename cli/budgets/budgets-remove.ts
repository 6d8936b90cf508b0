import { removeBudget } from '../../shared/application/edits/set-budget.ts';
import { budgetKey } from '../../shared/domain/budgets/diff-budgets.ts';
import { parseScopeArgument, parseWindowArgument } from '../frame/budget-key.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { editPorts, withInstallation } from '../frame/with-installation.ts';
import { tellOutcome } from './budgets-set.ts';

/** `budgets rm SCOPE WINDOW`. */
export async function removeOneBudget(
  context: CommandContext,
  { scope, window }: { readonly scope: string; readonly window: string },
): Promise<ExitCode> {
  const key = { scope: parseScopeArgument(scope), window: parseWindowArgument(window) };
  const { outcome, isRunning } = await withInstallation(context, async (installation) => ({
    outcome: await removeBudget(editPorts(installation), key, authorOf(context)),
    isRunning: installation.isRunning,
  }));
  return tellOutcome(context, { key: budgetKey(key), isRunning }, outcome);
}
