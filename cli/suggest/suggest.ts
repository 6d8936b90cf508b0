import { counted } from '../../shared/kernel/texts/amounts.ts';
import { atOf, type AsOfOptions } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { printAnswer } from '../frame/connection/show-answer.ts';
import { givenOf, withApi } from '../frame/connection/with-api.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { writeWhole } from '../frame/files/write-file.ts';
import { describeSuggestion } from './describe-suggestion.ts';

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
  const given = { ...atOf(options), ...givenOf(wanted) };
  const { document } = await withApi(context, async (api) => api.read('suggestBudgets', given));
  if (csv !== undefined && csv !== '-') {
    writeWhole(csv, document.csv);
  }
  const written = `${counted(document.budgets.length, 'budget')} written to ${csv}. Save them with: npx curfew budgets import ${csv}`;
  const text = csv === undefined ? describeSuggestion : () => (csv === '-' ? document.csv.trimEnd() : written);
  return printAnswer(context, document, { text, all });
}
