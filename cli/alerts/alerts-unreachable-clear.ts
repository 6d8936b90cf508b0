import { plainText } from '../../shared/terminal/plain-text.ts';
import { clearRecipient, type ClearOutcome } from '../../shared/application/mail/clear-recipient.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';

/** `alerts unreachable clear EMAIL`. */
export async function clearUnreachable(context: CommandContext, email: string): Promise<ExitCode> {
  const outcome = await withInstallation(context, async (installation) =>
    clearRecipient(installation, email, authorOf(context)),
  );
  if (outcome.kind !== 'cleared') {
    throw refusal(outcome, email);
  }
  const { address, cleared } = outcome.recipient;
  const { cause, since } = outcome.trouble;
  context.tell({
    json: { address, cause, since, clearedBy: cleared?.by ?? null, clearedAt: cleared?.at ?? null },
    text: `Mail goes to ${plainText(address)} again, from the next run on.`,
  });
  context.note(
    `SES may keep the address on its own list: aws sesv2 delete-suppressed-destination --email-address ${plainText(address)}`,
  );
  return exitCodes.done;
}

function refusal({ kind }: Exclude<ClearOutcome, { readonly kind: 'cleared' }>, email: string): CommandError {
  return kind === 'stale'
    ? new CommandError('Something came back from that address at this moment; look at "alerts unreachable list" again')
    : new CommandError(
        `No mail to ${plainText(email)} came back; an address of the settings is taken off alerts.unreachable there`,
      );
}
