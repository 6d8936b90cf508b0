import type { Command } from 'commander';
import type { ImportOptions } from '../budgets/import-changes.ts';
import { collected, examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import type { SetTeamOptions } from './teams-set.ts';

const memberHelp = 'an email, a glob such as *@sales.example.com, or metadata.KEY=VALUE; once for each member';
const nameHelp = 'as in the scope team:NAME';
const fileHelp = 'a .csv, .yaml or .yml file; - is standard input';

/** `teams …`. */
export function addTeamCommands(program: Command, host: CommandHost): void {
  const teams = program.command('teams').description('see and change the teams');
  addTeamEdits(teams, host);
  addTeamFiles(teams, host);
}

function addTeamEdits(teams: Command, { run, runBeginning }: CommandHost): void {
  teams
    .command('list')
    .description('every team, and how many users each has')
    .addHelpText('after', examples('teams list'))
    .action(async () => run(async (context) => (await import('./teams-list.ts')).listTeams(context)));
  teams
    .command('show')
    .description('all facts of one team, and who belongs to it')
    .argument('<name>', nameHelp)
    .addHelpText('after', examples('teams show sales'))
    .action(async (name: string) => run(async (context) => (await import('./teams-show.ts')).showTeam(context, name)));
  teams
    .command('set')
    .description('make a team, or change it; the members given are all that it has')
    .argument('<name>', nameHelp)
    .option('--member <rule>', memberHelp, memberRules)
    .option('--position <number>', 'its place in the order of teams, from 1; a new team comes last unless given')
    .addHelpText('after', examples('teams set sales --member "*@sales.example.com" --member ana@example.com'))
    .action(async (name: string, options: SetTeamOptions) =>
      runBeginning(async (context) => (await import('./teams-set.ts')).setOneTeam(context, name, options)),
    );
  teams
    .command('rm')
    .description('remove a team')
    .argument('<name>', nameHelp)
    .addHelpText('after', examples('teams rm sales'))
    .action(async (name: string) =>
      run(async (context) => (await import('./teams-remove.ts')).removeOneTeam(context, name)),
    );
}

function addTeamFiles(teams: Command, { run, runBeginning }: CommandHost): void {
  teams
    .command('import')
    .description('make the teams what a file says; shows the plan first')
    .argument('<file>', fileHelp)
    .option('--yes', 'do it without asking')
    .option('--prune', 'remove teams that the file does not name')
    .addHelpText('after', examples('teams import teams.csv --yes'))
    .action(async (file: string, options: ImportOptions) =>
      runBeginning(async (context) => (await import('./teams-import.ts')).importTeams(context, file, options)),
    );
  teams
    .command('export')
    .description('write every team to a file, or as CSV to standard output')
    .argument('[file]', 'a .csv, .yaml or .yml file')
    .addHelpText('after', examples('teams export teams.yaml'))
    .action(async (file: string | undefined) =>
      run(async (context) => (await import('./teams-export.ts')).exportTeams(context, file)),
    );
  teams
    .command('validate')
    .description('check every row of a file; nothing is changed')
    .argument('<file>', fileHelp)
    .addHelpText('after', examples('teams validate teams.csv'))
    .action(async (file: string) =>
      run(async (context) => (await import('./teams-validate.ts')).validateTeams(context, file)),
    );
}

/** Absent unless one is given: a team may have no members at all. */
function memberRules(rule: string, before: readonly string[] | undefined): readonly string[] {
  return collected(rule, before ?? []);
}
