import type { Command } from 'commander';
import { commandContext, type CommonOptions } from '../frame/command-context.ts';
import { exportTeams } from './teams-export.ts';
import { importTeams } from './teams-import.ts';
import { listTeams } from './teams-list.ts';
import { removeOneTeam } from './teams-remove.ts';
import { setOneTeam, type SetTeamOptions } from './teams-set.ts';
import { showTeam } from './teams-show.ts';
import { validateTeams } from './teams-validate.ts';
import type { ImportOptions } from '../budgets/import-changes.ts';
import { addCommand, type CommandHost } from '../frame/add-command.ts';

const memberHelp = 'an email, a glob such as *@sales.example.com, or metadata.KEY=VALUE; once for each member';

/** `teams …`. */
export function addTeamCommands(program: Command, frame: CommandHost): void {
  const teams = program.command('teams').description('see and change the teams');
  addTeamEdits(teams, frame);
  addTeamFiles(teams, frame);
}

function addTeamEdits(teams: Command, { io, perform }: CommandHost): void {
  addCommand(teams, 'list')
    .description('every team, and how many users each has')
    .action((options: CommonOptions) => perform(listTeams(commandContext(io, options))));
  addCommand(teams, 'show')
    .description('all facts of one team, and who belongs to it')
    .argument('<name>', 'as in the scope team:NAME')
    .action((name: string, options: CommonOptions) => perform(showTeam(commandContext(io, options), name)));
  addCommand(teams, 'set')
    .description('make a team, or change it; the members given are all that it has')
    .argument('<name>', 'as in the scope team:NAME')
    .option('--member <rule>', memberHelp, collected)
    .option('--position <number>', 'its place in the order of teams, from 1; a new team comes last unless given')
    .action((name: string, options: CommonOptions & SetTeamOptions) =>
      perform(setOneTeam(commandContext(io, options), name, options)),
    );
  addCommand(teams, 'rm')
    .description('remove a team')
    .argument('<name>', 'as in the scope team:NAME')
    .action((name: string, options: CommonOptions) => perform(removeOneTeam(commandContext(io, options), name)));
}

function addTeamFiles(teams: Command, { io, perform }: CommandHost): void {
  addCommand(teams, 'import')
    .description('make the teams what a file says; shows the plan first')
    .argument('<file>', 'a .csv, .yaml or .yml file')
    .option('--yes', 'do it without asking')
    .option('--prune', 'remove teams that the file does not name')
    .action((file: string, options: CommonOptions & ImportOptions) =>
      perform(importTeams(commandContext(io, options), file, options)),
    );
  addCommand(teams, 'export')
    .description('write every team to a file, or as CSV to standard output')
    .argument('[file]', 'a .csv, .yaml or .yml file')
    .action((file: string | undefined, options: CommonOptions) =>
      perform(exportTeams(commandContext(io, options), file)),
    );
  addCommand(teams, 'validate')
    .description('look at every row of a file; nothing is touched')
    .argument('<file>', 'a .csv, .yaml or .yml file')
    .action((file: string, options: CommonOptions) => perform(validateTeams(commandContext(io, options), file)));
}

function collected(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
