import { describeInvalidBudget } from '../../shared/domain/budgets/invalid-budget.ts';
import { budgetDocument, budgetTable, invalidDocument } from './budget-rows.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';

/** `budgets list`: every budget, and the rows of the table that cannot be read as one. */
export async function listBudgets(context: CommandContext): Promise<ExitCode> {
  const { budgets, invalid } = await withInstallation(context, async (installation) => installation.budgets.list());
  const table =
    budgets.length === 0
      ? 'There are no budgets yet; make one with "budgets set" or "budgets import".'
      : budgetTable(budgets, context.style);
  context.tell({ json: { budgets: budgets.map(budgetDocument), invalid: invalid.map(invalidDocument) }, text: table });
  for (const row of invalid) {
    context.note(describeInvalidBudget(row));
  }
  return exitCodes.done;
}
