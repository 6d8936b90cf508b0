import { setTeam, type SetTeamOutcome } from '../../shared/application/edits/set-team.ts';
import { describeRowProblem } from '../../shared/contracts/budget-row.ts';
import { TeamRow } from '../../shared/contracts/team-row.ts';
import { nextPosition } from '../../shared/domain/teams/diff-teams.ts';
import { formatMemberRule } from '../../shared/domain/teams/member-rule.ts';
import type { Team, TeamTerms } from '../../shared/domain/teams/team.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { numberIn } from '../grants/grant-arguments.ts';
import { describeTeamChange, teamChangeDocument } from './team-rows.ts';
import { noteEffect } from '../budgets/takes-effect.ts';
import { teamPorts, withInstallation } from '../frame/with-installation.ts';

/** Options of `teams set`. */
export interface SetTeamOptions {
  readonly member?: readonly string[];
  readonly position?: string;
}

/** `teams set NAME --member …`: the members given are all that the team has; what is not said stays as it is. */
export async function setOneTeam(context: CommandContext, name: string, options: SetTeamOptions): Promise<ExitCode> {
  const order = {
    name: name.trim(),
    termsFrom: (before: Team | undefined, all: readonly Team[]): TeamTerms => termsFrom({ name, before, all }, options),
  };
  const { outcome, isRunning } = await withInstallation(context, async (installation) => ({
    outcome: await setTeam(teamPorts(installation), order, authorOf(context)),
    isRunning: installation.isRunning,
  }));
  return tellTeamOutcome(context, { name, isRunning }, outcome);
}

/** Says what became of setting or removing one team. */
export function tellTeamOutcome(
  context: CommandContext,
  { name, isRunning }: { readonly name: string; readonly isRunning: boolean },
  outcome: SetTeamOutcome,
): ExitCode {
  switch (outcome.kind) {
    case 'changed': {
      const { change } = outcome;
      const done = { add: 'added', change: 'changed', remove: 'removed' }[change.kind];
      context.tell({
        json: teamChangeDocument(change),
        text: `Team "${name}" ${done}: ${describeTeamChange(change)}.`,
      });
      noteEffect(context, { isRunning });
      return exitCodes.done;
    }
    case 'unchanged':
      context.tell({ json: { change: null }, text: `Team "${name}" is like that already; nothing was changed.` });
      return exitCodes.done;
    case 'not-there':
      throw new CommandError(`There is no team "${name}"; see "teams list"`);
    case 'refused':
      throw new CommandError(outcome.problem);
  }
}

function termsFrom(
  { name, before, all }: { readonly name: string; readonly before: Team | undefined; readonly all: readonly Team[] },
  { member, position }: SetTeamOptions,
): TeamTerms {
  const read = TeamRow.safeParse({
    name,
    members: member ?? before?.members.map(formatMemberRule),
    position: position === undefined ? (before?.position ?? nextPosition(all)) : numberIn(position),
  });
  if (!read.success) {
    throw wrongUsage(describeRowProblem(read.error).join('\n'));
  }
  return read.data;
}
