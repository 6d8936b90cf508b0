import { emailKey } from '../../shared/domain/roster/email.ts';
import { readRouting } from '../../shared/application/notifications/read-routing.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { keptByHand, troubledDocument, unreachableTable } from './recipient-rows.ts';
import { withInstallation } from '../frame/with-installation.ts';

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
