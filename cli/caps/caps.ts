import { listCaps } from '../../shared/application/queries/list-caps.ts';
import type { CapsDocument } from '../../shared/contracts/documents/cap-document.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { momentOf, type AsOfOptions } from '../frame/moment.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { capTable } from './cap-table.ts';
import { noCapOf } from './not-found.ts';
import { snapshotOrder, snapshotPorts } from '../frame/snapshot-order.ts';

/** `caps [EMAIL]`: every user's cap as the tables tell it. */
export async function showCaps(
  context: CommandContext,
  email: string | undefined,
  options: AsOfOptions,
): Promise<ExitCode> {
  const atMs = momentOf(context, options);
  const { outcome, unlimitedCredits } = await withInstallation(context, async (installation) => {
    const order = snapshotOrder(installation, atMs);
    const wanted = email === undefined ? {} : { email };
    return {
      unlimitedCredits: order.settings.unlimitedCredits,
      outcome: await listCaps(snapshotPorts(installation), { ...order, ...wanted }),
    };
  });
  if (outcome.kind === 'not-found') {
    throw noCapOf(email ?? '', outcome.found);
  }
  const { caps, document, uncappable, dataThrough } = outcome;
  const table =
    caps.length === 0
      ? 'There are no users yet; the roster is read by the first run.'
      : `${capTable(caps, unlimitedCredits, context.style)}\nData through ${dataThrough ?? 'no day yet'}; what was used since then is not known.`;
  context.tell({ json: document satisfies CapsDocument, text: table });
  if (uncappable.length > 0 && context.options.json !== true) {
    context.note(`${grouped(uncappable.length)} more cannot be capped; the last run says why: "runs list".`);
  }
  return exitCodes.done;
}
