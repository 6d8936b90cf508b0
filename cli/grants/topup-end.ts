import { endTopUp } from '../../shared/application/edits/edit-grants.ts';
import { formatScope } from '../../shared/domain/budgets/scope.ts';
import { dayOf } from '../../shared/domain/time/day.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { topUpDocument } from './grant-rows.ts';
import { noteEffect } from '../budgets/takes-effect.ts';
import { grantPorts, withInstallation } from '../frame/with-installation.ts';

/** `topup end ID`. */
export async function endOneTopUp(context: CommandContext, id: string): Promise<ExitCode> {
  const { outcome, isRunning } = await withInstallation(context, async (installation) => ({
    outcome: await endTopUp(grantPorts(installation), id, authorOf(context)),
    isRunning: installation.isRunning,
  }));
  if (outcome.kind === 'not-there' || outcome.kind === 'stale') {
    throw new CommandError(
      outcome.kind === 'stale' ? outcome.problem : 'There is no top-up of that id; see "topup list --all"',
    );
  }
  const { grant } = outcome;
  if (grant.kind === 'top-up') {
    const text =
      outcome.kind === 'unchanged'
        ? `The top-up of ${formatScope(grant.scope)} was ended at ${grant.endedAt ?? ''}; nothing was changed.`
        : `The top-up of ${formatScope(grant.scope)} is ended.`;
    context.tell({ json: topUpDocument(grant, dayOf(context.io.now())), text });
  }
  if (outcome.kind === 'ended') {
    noteEffect(context, { isRunning });
  }
  return exitCodes.done;
}
