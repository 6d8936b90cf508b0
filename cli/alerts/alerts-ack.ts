import { acknowledgeAlert, type AcknowledgeOutcome } from '../../shared/application/notifications/acknowledge.ts';
import { reasonLengthMax, type AcknowledgeRefusal } from '../../shared/domain/notifications/acknowledge.ts';
import { dayOf } from '../../shared/domain/time/day.ts';
import { alertDocument } from '../../shared/application/queries/alert-document.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { dayIn } from '../frame/moment.ts';
import { acknowledgePorts, withInstallation } from '../frame/with-installation.ts';

export interface AckOptions {
  readonly reason: string;
  readonly until?: string;
}

/** `alerts ack ID --reason TEXT [--until DAY]`. */
export async function ackAlert(context: CommandContext, id: string, { reason, until }: AckOptions): Promise<ExitCode> {
  const { name, at } = authorOf(context);
  const by = { by: name, at, reason, ...(until === undefined ? {} : { until: dayIn('--until', until) }) };
  const outcome = await withInstallation(context, async (installation) =>
    acknowledgeAlert(acknowledgePorts(installation), id, by),
  );
  if (outcome.kind !== 'acknowledged') {
    throw ackRefusal(outcome);
  }
  const document = alertDocument(outcome.state, dayOf(context.io.now()));
  const span = by.until === undefined ? 'until it changes' : `through ${by.until}, or until it changes`;
  context.tell({ json: document, text: `Acknowledged ${span}: ${document.headline}` });
  return exitCodes.done;
}

/** Why nothing was acknowledged. */
export function ackRefusal(outcome: Exclude<AcknowledgeOutcome, { readonly kind: 'acknowledged' }>): CommandError {
  switch (outcome.kind) {
    case 'busy':
      return new CommandError(
        'A run is in progress and may change the alert; try again when it has ended',
        exitCodes.held,
      );
    case 'not-there':
      return new CommandError('There is no open alert of that id; see "alerts list --all"');
    case 'refused':
      return refusalOf(outcome.reason);
  }
}

/** Why an acknowledgement is refused, and what to do about it. */
export function refusalOf(reason: AcknowledgeRefusal): CommandError {
  switch (reason) {
    case 'not-in-alarm':
      return new CommandError('That alert is resolved; there is nothing to acknowledge');
    case 'no-reason':
      return wrongUsage('--reason is empty; say why the alert is acceptable');
    case 'reason-too-long':
      return wrongUsage(`--reason is longer than ${reasonLengthMax} characters; say it shorter`);
    case 'reason-not-one-line':
      return wrongUsage('--reason must be one line without control characters');
    case 'until-has-passed':
      return wrongUsage('--until has passed; give today or a later day');
  }
}
