import type { CommandContext } from '../command-context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { carryOutImport, type ImportOptions } from '../import-changes.ts';
import { plannedTeams } from '../planned-imports.ts';
import { soundFileFrom } from '../valid-file.ts';
import { withInstallation } from '../with-installation.ts';

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
