import { endExemptions } from '../../shared/application/edits/edit-grants.ts';
import { emailKey } from '../../shared/domain/roster/email.ts';
import { dayOf } from '../../shared/domain/time/day.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { exemptionDocument } from './grant-rows.ts';
import { noteEffect } from '../budgets/takes-effect.ts';
import { grantPorts, withInstallation } from '../frame/with-installation.ts';

/** `exempt end EMAIL`: every exemption of the user. */
export async function endUserExemptions(context: CommandContext, text: string): Promise<ExitCode> {
  const email = emailKey(text);
  const { outcomes, isRunning } = await withInstallation(context, async (installation) => ({
    outcomes: await endExemptions(grantPorts(installation), email, authorOf(context)),
    isRunning: installation.isRunning,
  }));
  const ended = outcomes
    .flatMap((outcome) => (outcome.kind === 'ended' ? [outcome.grant] : []))
    .filter((grant) => grant.kind === 'exemption');
  const stale = outcomes.find((outcome) => outcome.kind === 'stale');
  if (stale !== undefined) {
    throw new CommandError(stale.problem);
  }
  if (ended.length === 0) {
    throw new CommandError('There is no exemption of that user to end; see "exempt list --all"');
  }
  context.tell({
    json: { ended: ended.map((exemption) => exemptionDocument(exemption, dayOf(context.io.now()))) },
    text: `${email} is no longer exempt, and is capped again.`,
  });
  noteEffect(context, { isRunning });
  return exitCodes.done;
}
