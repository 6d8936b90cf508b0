import { addGrant } from '../../shared/application/edits/edit-grants.ts';
import { ExemptionOrder } from '../../shared/contracts/stored-grant.ts';
import { dayOf } from '../../shared/domain/time/day.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { dayIn } from '../frame/moment.ts';
import { readOrder, warnIfUnknown } from './grant-arguments.ts';
import { exemptionDocument } from './grant-rows.ts';
import { noteEffect } from '../budgets/takes-effect.ts';
import { grantPorts, withInstallation } from '../frame/with-installation.ts';

export interface ExemptOptions {
  readonly until: string;
  readonly reason: string;
}

/** `exempt add EMAIL`: Curfew leaves the user alone through a day, whatever limit is in force. */
export async function addExemption(
  context: CommandContext,
  email: string,
  { until, reason }: ExemptOptions,
): Promise<ExitCode> {
  const today = dayOf(context.io.now());
  const order = readOrder(ExemptionOrder, { email, until: dayIn('--until', until), reason });
  const { grant, unknown, isRunning } = await withInstallation(context, async (installation) => ({
    grant: await addGrant(grantPorts(installation), { kind: 'exemption', ...order }, authorOf(context)),
    unknown: await warnIfUnknown(installation.users, order.email),
    isRunning: installation.isRunning,
  }));
  const over = order.until < today ? [`it was over on ${order.until}, so that it changes nothing from now on`] : [];
  const warnings = [...unknown, ...over];
  if (grant.kind === 'exemption') {
    context.tell({
      json: { ...exemptionDocument(grant, today), warnings },
      text: `${order.email} is exempt until ${order.until}: the limit stays as it is, and the night after they are capped again.`,
    });
  }
  noteEffect(context, { isRunning });
  warnings.forEach((warning) => context.note(`Mind: ${warning}.`));
  return exitCodes.done;
}
