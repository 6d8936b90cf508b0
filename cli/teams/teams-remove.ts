import { removeTeam } from '../../shared/application/edits/set-team.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { teamPorts, withInstallation } from '../frame/with-installation.ts';
import { tellTeamOutcome } from './teams-set.ts';

/** `teams rm NAME`. Its budgets stay, and bind nobody. */
export async function removeOneTeam(context: CommandContext, name: string): Promise<ExitCode> {
  const { outcome, budgets, isRunning } = await withInstallation(context, async (installation) => ({
    outcome: await removeTeam(teamPorts(installation), name, authorOf(context)),
    budgets: (await installation.budgets.list()).budgets,
    isRunning: installation.isRunning,
  }));
  const left = budgets.filter(({ scope }) => scope.kind === 'team' && scope.name === name).length;
  if (outcome.kind === 'changed' && left > 0) {
    context.note(
      `Mind: the team still has ${left} ${left === 1 ? 'budget' : 'budgets'}, which now bind nobody; see "budgets rm".`,
    );
  }
  return tellTeamOutcome(context, { name, isRunning }, outcome);
}
