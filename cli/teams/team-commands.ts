import type { Command } from 'commander';
import { commandContext, type CommonOptions } from '../frame/command-context.ts';
import { teamRecord } from '../../shared/contracts/records/team.ts';
import { addCommand, type CommandHost } from '../frame/add-command.ts';
import type { ImportOptions } from '../records/import-changes.ts';
import { addFields, addKeyArguments } from '../records/record-options.ts';
import { validateFile } from '../records/valid-file.ts';
import { exportTeams, importTeams, listTeams, removeTeam, setTeam, showTeam } from './teams.ts';

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
  addKeyArguments(addCommand(teams, 'show'), teamRecord, [['name', false]])
    .description('all facts of one team, and who belongs to it')
    .action((name: string, options: CommonOptions) => perform(showTeam(commandContext(io, options), name)));
  addFields(addCommand(teams, 'set'), teamRecord)
    .description('make a team, or change it; the members given are all that it has')
    .action((name: string, options: CommonOptions) =>
      perform(setTeam(commandContext(io, options), { words: [name], options: { ...options } })),
    );
  addKeyArguments(addCommand(teams, 'rm'), teamRecord, [['name', false]])
    .description('remove a team')
    .action((name: string, options: CommonOptions) => perform(removeTeam(commandContext(io, options), name)));
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
    .action((file: string, options: CommonOptions) =>
      perform(validateFile(commandContext(io, options), file, 'teams')),
    );
}
