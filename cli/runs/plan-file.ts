import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { carryOutImport, type ImportOptions } from '../records/import-changes.ts';
import { plannedFile } from '../records/planned-imports.ts';
import { validFileFrom } from '../records/valid-file.ts';

/** `plan --budgets FILE`: the impact of what `budgets import` would make of the file. Changes nothing. */
export async function showPlanOfFile(
  context: CommandContext,
  path: string,
  { prune = false, ...options }: ImportOptions,
): Promise<ExitCode> {
  const file = validFileFrom(context, path, 'budgets');
  return withInstallation(context, async (installation) =>
    carryOutImport(context, {
      installation,
      options: { ...options, dryRun: true },
      plan: async () => plannedFile(context, { installation, file, prune }),
      warnings: file.warnings,
    }),
  );
}
