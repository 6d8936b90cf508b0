import type { Command } from 'commander';

import type { NameKey } from '../../shared/kernel/records/record-kind.ts';
import { teamRecord } from '../../shared/teams/contract/team.ts';
import type { TeamTerms } from '../../shared/teams/team.ts';
import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { rowsOf, showAnswer } from '../frame/connection/show-answer.ts';
import { givenOf } from '../frame/connection/with-api.ts';
import { limitCommands, type LimitRecords } from '../records/limit-records.ts';
import { addRecordCommands } from '../records/record-commands.ts';
import { addKeyArguments } from '../records/record-options.ts';
import { describeTeam, describeTeams, describeTeamVersions, teamNotes, unknownKeyNotes } from './team-tables.ts';

export function addTeamCommands(teams: Command, host: CommandHost): void {
  addReads(teams, host);
  addRecordCommands(teams, host, {
    record: teamRecord,
    key: teamLimits.key,
    path: 'teams',
    shows: 'impact',
    help: {
      set: 'make a team, or change it; the members given are all that it has',
      rm: 'remove a team',
      history: 'every version of the teams: who, when, how, and what changed',
      import: 'make the teams what a file says; shows the plan first',
      export: 'write every team to a file, or as CSV to standard output',
      prune: 'remove teams that the file does not name',
    },
    examples: {
      set: ['sales --member "*@sales.example.com" --member ana@example.com'],
      rm: ['sales'],
      history: ['sales'],
      import: ['teams.csv --yes'],
      export: ['teams.yaml'],
      validate: ['teams.csv'],
    },
    run: {
      history: async (context, { words: [name] }) =>
        showAnswer(context, ['listTeamVersions', givenOf({ name })], { text: describeTeamVersions, as: rowsOf }),
      ...limitCommands(teamLimits),
    },
  });
}

/** Of a removed team the budgets stay, and bind no one. */
const teamLimits = {
  record: teamRecord,
  key: ['name'],
  content: 'teams',
  keyFrom: ([name = '']) => ({ name: name.trim() }),
  addressOf: ({ name }) => ({ name }),
  proposedSetting: (address, said) => ({ edit: 'set-team', ...address, said }),
  proposedRemoval: (address) => ({ edit: 'remove-team', ...address }),
  set: async (api, given, call) => api.read('setTeam', given, call),
  remove: async (api, given, call) => api.read('removeTeam', given, call),
} satisfies LimitRecords<NameKey, TeamTerms, { readonly name: string }>;

function addReads(teams: Command, { run }: CommandHost): void {
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
  addKeyArguments(teams.command('show'), teamRecord, ['name'])
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
}
