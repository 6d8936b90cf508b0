import { formatBudgetCsv } from '../../shared/contracts/budget-csv.ts';
import { fileFormat } from '../../shared/contracts/file-text.ts';
import { formatBudgetYaml, orderedBudgetRow } from '../../shared/contracts/budget-yaml.ts';
import { quotedValue } from '../../shared/contracts/quoted-value.ts';
import { describeInvalidBudget } from '../../shared/domain/budgets/invalid-budget.ts';
import { invalidDocument } from './budget-rows.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { termsOf } from './terms-of.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { writeWhole } from '../frame/write-file.ts';

/** `budgets export [FILE]`: every budget as a file that `budgets import` reads; without a file, CSV on standard output. */
export async function exportBudgets(context: CommandContext, path: string | undefined): Promise<ExitCode> {
  const format = path === undefined ? 'csv' : fileFormat(path);
  if (format === undefined) {
    throw wrongUsage(`${quotedValue(path)} has no known ending; name a file that ends in .csv, .yaml or .yml`);
  }
  const { budgets, invalid } = await withInstallation(context, async (installation) => installation.budgets.list());
  const terms = budgets.map(termsOf);
  const text = format === 'csv' ? formatBudgetCsv(terms) : formatBudgetYaml(terms);
  if (path !== undefined) {
    writeWhole(path, text);
  }
  context.tell({
    json: { file: path ?? null, budgets: terms.map(orderedBudgetRow), leftOut: invalid.map(invalidDocument) },
    text: path === undefined ? text.trimEnd() : `${budgets.length} budgets were written to ${path}.`,
  });
  if (format === 'csv' && budgets.some((budget) => !budget.forecastAlert)) {
    context.note('CSV has no column for forecastAlert; an import from CSV leaves it as it is, YAML carries it.');
  }
  for (const row of invalid) {
    context.note(describeInvalidBudget(row));
  }
  return invalid.length === 0 ? exitCodes.done : exitCodes.someRowsFailed;
}
