import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { carryOutImport, type ImportOptions } from '../budgets/import-changes.ts';
import { plannedTeams } from '../budgets/planned-imports.ts';
import { soundFileFrom } from '../budgets/valid-file.ts';
import { withInstallation } from '../frame/with-installation.ts';

/** `teams import FILE`: shows what it would do first, and does it once somebody says yes. */
export async function importTeams(
  context: CommandContext,
  path: string,
  { yes = false, prune = false }: ImportOptions,
): Promise<ExitCode> {
  const file = soundFileFrom(context, path, 'teams');
  if (file.content.has('budgets')) {
    context.note('The budgets of the file were left alone; "budgets import" takes both.');
  }
  return withInstallation(context, async (installation) =>
    carryOutImport(context, {
      main: await plannedTeams(context, { installation, file, prune }),
      warnings: file.warnings,
      isAgreed: yes,
      isRunning: installation.isRunning,
    }),
  );
}
