import { counted } from '../../shared/kernel/texts/amounts.ts';
import { atOf, type AsOfOptions } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { givenOf, printShown, withApi } from '../frame/connection/with-api.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { writeWhole } from '../frame/files/write-file.ts';

export interface SuggestOptions extends AsOfOptions {
  readonly total?: string;
  readonly percentile?: string;
  readonly byTeam?: boolean;
  readonly csv?: string;
  readonly all?: boolean;
}

/** `suggest`: shows budgets made from past use, or writes them as a file. Changes nothing. */
export async function suggest(
  context: CommandContext,
  { total, percentile, byTeam, csv, all, ...options }: SuggestOptions,
): Promise<ExitCode> {
  if (csv === '-' && context.options.json === true) {
    throw wrongUsage('--csv - and --json both want standard output; the document of --json has the file as "csv"');
  }
  const wanted = { total, percentile, byTeam: byTeam === true ? ('true' as const) : undefined };
  const shown = await withApi(
    context,
    async (api) => api.show('suggestBudgets', { ...atOf(options), ...givenOf(wanted) }),
    { all },
  );
  const { document } = shown;
  if (csv === undefined || document === undefined) {
    return printShown(context, shown);
  }
  if (csv === '-') {
    return printShown(context, { ...shown, text: document.csv.trimEnd() });
  }
  writeWhole(csv, document.csv);
  const text = `${counted(document.budgets.length, 'budget')} written to ${csv}. Save them with: npx curfew budgets import ${csv}`;
  return printShown(context, { ...shown, text });
}
