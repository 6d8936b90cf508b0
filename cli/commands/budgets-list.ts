import { budgetDocument, budgetTable } from '../budget-rows.ts';
import type { CommandContext } from '../command-context.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { withInstallation } from '../with-installation.ts';

/** `budgets list`: every budget, and the rows of the table that cannot be read as one. */
export async function listBudgets(context: CommandContext): Promise<ExitCode> {
  const { budgets, invalid } = await withInstallation(context, async (installation) => installation.budgets.list());
  const table =
    budgets.length === 0
      ? 'There are no budgets yet; make one with "budgets set" or "budgets import".'
      : budgetTable(budgets, context.style);
  context.tell({ json: { budgets: budgets.map(budgetDocument), invalid }, text: table });
  for (const { scope, window, problem } of invalid) {
    context.note(`The row "${scope}" "${window}" of the table is not valid: ${problem}`);
  }
  return exitCodes.done;
}
