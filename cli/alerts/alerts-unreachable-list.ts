import { emailKey } from '../../shared/domain/roster/email.ts';
import { readRouting } from '../../shared/application/notifications/read-routing.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { plainText } from '../../shared/terminal/plain-text.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import type { Style } from '../../shared/terminal/style.ts';
import type { TroubleCause, TroubledRecipient } from '../../shared/domain/mail/recipient.ts';

/** `alerts unreachable list`: addresses whose mail came back, and those that the settings name. */
export async function listUnreachable(context: CommandContext): Promise<ExitCode> {
  const { troubled, named } = await withInstallation(context, async (installation) => {
    const settings = installation.readSettings();
    const routing = await readRouting(installation.recipients, settings);
    return { troubled: routing.troubled, named: settings.alerts.unreachable.map(emailKey) };
  });
  const known = new Set(troubled.map(({ address }) => address));
  const byHand = [...new Set(named)].filter((address) => !known.has(address)).toSorted();
  const documents = [...troubled.map(troubledDocument), ...byHand.map(keptByHand)];
  context.tell({
    json: documents,
    text:
      documents.length === 0
        ? 'Mail reaches everybody, as far as is known.'
        : unreachableTable(documents, context.style),
  });
  return exitCodes.done;
}

/** An address that mail does not reach, as the JSON documents show it. */
interface UnreachableDocument {
  readonly address: string;
  /** `settings`: it is on the list that is kept by hand. */
  readonly cause: TroubleCause | 'settings';
  readonly since: string | null;
  readonly detail: string | null;
  readonly mailId: string | null;
  readonly subject: string | null;
}

function troubledDocument({ address, trouble }: TroubledRecipient): UnreachableDocument {
  const { cause, since, detail, mailId, subject } = trouble;
  return { address, cause, since, detail, mailId: mailId ?? null, subject: subject ?? null };
}

/** One of the list in the settings: nothing more is known of it. */
function keptByHand(address: string): UnreachableDocument {
  return { address, cause: 'settings', since: null, detail: null, mailId: null, subject: null };
}

function unreachableTable(documents: readonly UnreachableDocument[], style: Style): string {
  const columns = [
    { title: 'Address' },
    { title: 'Why' },
    { title: 'Since' },
    { title: 'In the words of the mail service' },
  ];
  const rows = documents.map(({ address, cause, since, detail }) => [
    plainText(address),
    cause === 'settings' ? 'in the settings' : cause,
    since?.slice(0, 10) ?? '',
    plainText(detail ?? ''),
  ]);
  return renderTable(columns, rows, style);
}
