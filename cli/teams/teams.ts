import { teamRecord } from '../../shared/contracts/records/team.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { givenOf, printShown, withApi } from '../frame/connection/with-api.ts';
import { makeEdit, lookAtEdit } from '../records/make-edit.ts';
import { impactOptionsOf, type ImpactOptions } from '../records/impact-options.ts';
import { saidIn, type Given } from '../records/record-options.ts';

/** `teams list`: every team with how many users it has, and the rows of the table that cannot be read as one. */
export async function listTeams(context: CommandContext): Promise<ExitCode> {
  const shown = await withApi(context, async (api) => api.show('listTeams', {}));
  return printShown(context, shown, ({ rows, doubles, invalid }) => ({ teams: rows, doubles, invalid }));
}

/** `teams show NAME`: all facts of one team, and who belongs to it. */
export async function showTeam(context: CommandContext, name: string): Promise<ExitCode> {
  return printShown(context, await withApi(context, async (api) => api.show('showTeam', { name })));
}

/** `teams history [NAME]`: every version of the teams, with who, when, how, before and after. */
export async function showTeamHistory(context: CommandContext, name: string | undefined): Promise<ExitCode> {
  const shown = await withApi(context, async (api) => api.show('listTeamVersions', givenOf({ name })));
  return printShown(context, shown, ({ rows }) => rows);
}

/** `teams set NAME --member …`: the members given are all that the team has; what is not said stays as it is. */
export async function setTeam(context: CommandContext, given: Given): Promise<ExitCode> {
  const name = (given.words[0] ?? '').trim();
  const options = impactOptionsOf(given);
  const said = saidIn(teamRecord, given, ['name']);
  return makeEdit(context, {
    options,
    look: lookAtEdit({ edit: 'set-team', name, said }, options),
    make: async (api, { query, call }) => api.show('setTeam', { name, ...query, body: said }, call),
  });
}

/** `teams rm NAME`. Its budgets stay, and bind nobody. */
export async function removeTeam(context: CommandContext, name: string, options: ImpactOptions): Promise<ExitCode> {
  return makeEdit(context, {
    options,
    look: lookAtEdit({ edit: 'remove-team', name }, options),
    make: async (api, { query, call }) => api.show('removeTeam', { name, ...query }, call),
  });
}
