import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { importFile, type ImportOptions } from '../records/import-file.ts';

/** `plan --budgets FILE`: the impact of what `budgets import` would make of the file. Changes nothing. */
export async function showPlanOfFile(context: CommandContext, path: string, options: ImportOptions): Promise<ExitCode> {
  return importFile(context, { path, content: 'budgets', options: { ...options, dryRun: true } });
}
