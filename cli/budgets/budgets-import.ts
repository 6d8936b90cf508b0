import type { FileBudget, FileNote } from '../../shared/contracts/file-rows.ts';
import { unknownTeamWarnings } from '../../shared/domain/budgets/unknown-team-warnings.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { carryOutImport, type ImportOptions } from './import-changes.ts';
import { plannedBudgets, plannedTeams } from './planned-imports.ts';
import { describeNote, soundFileFrom } from './valid-file.ts';
import { withInstallation } from '../frame/with-installation.ts';

/** `budgets import FILE`: shows what it would do first, to the teams that the file has too, and does it on a yes. */
export async function importBudgets(
  context: CommandContext,
  path: string,
  { yes = false, prune = false }: ImportOptions,
): Promise<ExitCode> {
  const file = soundFileFrom(context, path, 'budgets');
  return withInstallation(context, async (installation) => {
    const source = { installation, file, prune };
    const { teams } = await installation.teams.list();
    const names = new Set([...teams, ...file.teams.map(({ team }) => team)].map(({ name }) => name));
    const unknown = unknownTeams(file.budgets, names);
    unknown.forEach((note) => context.note(describeNote(note)));
    return carryOutImport(context, {
      main: await plannedBudgets(context, source),
      ...(file.content.has('teams') && { beside: await plannedTeams(context, source) }),
      warnings: [...file.warnings, ...unknown],
      isAgreed: yes,
      isRunning: installation.isRunning,
    });
  });
}

function unknownTeams(budgets: readonly FileBudget[], known: ReadonlySet<string>): readonly FileNote[] {
  return budgets.flatMap(({ at, budget }) =>
    [...unknownTeamWarnings([budget], known)].map(([name, text]) => ({ at, text: `team:${name}: ${text}` })),
  );
}
