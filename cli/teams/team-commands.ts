import type { Command } from 'commander';

import { teamRecord } from '../../shared/teams/contract/team.ts';
import { addImpactOptions, impactOptionsOf, type ImpactOptions } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { asOfHelp, examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { rowsOf, showAnswer } from '../frame/connection/show-answer.ts';
import { givenOf } from '../frame/connection/with-api.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { exportFile } from '../records/export-file.ts';
import { importFile, type ImportOptions } from '../records/import-file.ts';
import { makeEdit, lookAtEdit, tellsChange } from '../records/make-edit.ts';
import { addFields, addKeyArguments, saidIn, type Given } from '../records/record-options.ts';
import { validateFile } from '../records/valid-file.ts';
import { describeTeam, describeTeams, describeTeamVersions, teamNotes, unknownKeyNotes } from './team-tables.ts';

const fileHelp = 'a .csv, .yaml or .yml file; - is standard input';

/** `teams …`. */
export function addTeamCommands(teams: Command, host: CommandHost): void {
  addTeamEdits(teams, host);
  addTeamFiles(teams, host);
}

function addTeamEdits(teams: Command, { run, runBeginning }: CommandHost): void {
  teams
    .command('list')
    .description('every team, and how many users each has')
    .addHelpText('after', examples('teams list'))
    .action(async () =>
      run(async (context) =>
        showAnswer(context, ['listTeams', {}], {
          text: describeTeams,
          notes: teamNotes,
          as: ({ rows, doubles, invalid }) => ({ teams: rows, doubles, invalid }),
        }),
      ),
    );
  addKeyArguments(teams.command('show'), teamRecord, [['name', false]])
    .description('all facts of one team, and who belongs to it')
    .addHelpText('after', examples('teams show sales'))
    .action(async (name: string) =>
      run(async (context) =>
        showAnswer(context, ['showTeam', { name }], {
          text: describeTeam,
          notes: unknownKeyNotes,
          as: ({ unknownKeys: _keys, ...team }) => team,
        }),
      ),
    );
  addKeyArguments(teams.command('history'), teamRecord, [['name', true]])
    .description('every version of the teams: who, when, how, and what changed')
    .addHelpText('after', examples('teams history sales'))
    .action(async (name: string | undefined) =>
      run(async (context) =>
        showAnswer(context, ['listTeamVersions', givenOf({ name })], { text: describeTeamVersions, as: rowsOf }),
      ),
    );
  addImpactOptions(addFields(teams.command('set'), teamRecord))
    .description('make a team, or change it; the members given are all that it has')
    .addHelpText('after', examples('teams set sales --member "*@sales.example.com" --member ana@example.com'))
    .action(async (name: string, options: object) =>
      runBeginning(async (context) => setTeam(context, { words: [name], options: { ...options } })),
    );
  addImpactOptions(addKeyArguments(teams.command('rm'), teamRecord, [['name', false]]))
    .description('remove a team')
    .addHelpText('after', examples('teams rm sales'))
    .action(async (name: string, options: ImpactOptions) => run(async (context) => removeTeam(context, name, options)));
}

function addTeamFiles(teams: Command, { run, runBeginning }: CommandHost): void {
  teams
    .command('import')
    .description('make the teams what a file says; shows the plan first')
    .argument('<file>', fileHelp)
    .option('--dry-run', 'show the impact, and change nothing')
    .option('--yes', 'do it without asking')
    .option('--at <time>', `the impact ${asOfHelp}`)
    .option('--prune', 'remove teams that the file does not name')
    .addHelpText('after', examples('teams import teams.csv --yes'))
    .action(async (file: string, options: ImportOptions) =>
      runBeginning(async (context) => importFile(context, { path: file, content: 'teams', options })),
    );
  teams
    .command('export')
    .description('write every team to a file, or as CSV to standard output')
    .argument('[file]', 'a .csv, .yaml or .yml file')
    .addHelpText('after', examples('teams export teams.yaml'))
    .action(async (file: string | undefined) =>
      run(async (context) => exportFile(context, file, { kind: 'teams', name: 'team' })),
    );
  teams
    .command('validate')
    .description('check every row of a file; nothing is changed')
    .argument('<file>', fileHelp)
    .addHelpText('after', examples('teams validate teams.csv'))
    .action(async (file: string) => run(async (context) => validateFile(context, file, 'teams')));
}

/** `teams set NAME --member …`: the members given are all that the team has; what is not said stays as it is. */
async function setTeam(context: CommandContext, given: Given): Promise<ExitCode> {
  const name = (given.words[0] ?? '').trim();
  const options = impactOptionsOf(given);
  const said = saidIn(teamRecord, given, ['name']);
  return makeEdit(
    context,
    {
      options,
      look: lookAtEdit({ edit: 'set-team', name, said }, options),
      make: async (api, { query, call }) => (await api.read('setTeam', { name, ...query, body: said }, call)).document,
    },
    tellsChange(teamRecord, { name }),
  );
}

/** `teams rm NAME`. Its budgets stay, and bind no one. */
async function removeTeam(context: CommandContext, name: string, options: ImpactOptions): Promise<ExitCode> {
  return makeEdit(
    context,
    {
      options,
      look: lookAtEdit({ edit: 'remove-team', name }, options),
      make: async (api, { query, call }) => (await api.read('removeTeam', { name, ...query }, call)).document,
    },
    tellsChange(teamRecord, { name }),
  );
}
