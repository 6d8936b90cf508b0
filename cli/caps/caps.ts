import { listCaps } from '../../shared/application/queries/list-caps.ts';
import type { CapFilter } from '../../shared/domain/explanation/cap-filter.ts';
import type { CapsDocument } from '../../shared/contracts/documents/cap-document.ts';
import { quotedValue } from '../../shared/contracts/quoted-value.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { momentOf, type AsOfOptions } from '../frame/moment.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { capTable } from './cap-table.ts';
import { noCapOf } from './not-found.ts';
import { shownRows } from '../frame/shown-rows.ts';
import { snapshotOrder, snapshotPorts } from '../frame/snapshot-order.ts';

export interface CapsOptions extends AsOfOptions {
  readonly all?: boolean;
  readonly team?: string;
  readonly status?: CapFilter;
}

/** `caps [EMAIL]`: every user's cap as the tables tell it. */
export async function showCaps(
  context: CommandContext,
  email: string | undefined,
  options: CapsOptions,
): Promise<ExitCode> {
  const atMs = momentOf(context, options);
  const { outcome, unlimitedCredits } = await withInstallation(context, async (installation) => {
    const order = snapshotOrder(installation, atMs);
    const { team, status } = options;
    const wanted = {
      ...(email !== undefined && { email }),
      ...(team !== undefined && { team }),
      ...(status !== undefined && { status }),
    };
    return {
      unlimitedCredits: order.settings.unlimitedCredits,
      outcome: await listCaps(snapshotPorts(installation), { ...order, ...wanted }),
    };
  });
  if (outcome.kind === 'no-team') {
    throw new CommandError(`There is no team ${quotedValue(options.team)}; see "teams list"`);
  }
  if (outcome.kind === 'not-found') {
    throw noCapOf(email ?? '', outcome.found);
  }
  const { caps, document, uncappable, dataThrough } = outcome;
  const isFiltered = options.team !== undefined || options.status !== undefined;
  const { rows, footer } = shownRows(caps, { style: context.style, all: options.all, what: 'user' });
  const table =
    caps.length === 0
      ? isFiltered
        ? 'Nobody is so.'
        : 'There are no users yet; the roster is read by the first run.'
      : [
          capTable(rows, unlimitedCredits, context.style),
          ...footer,
          `Data through ${dataThrough ?? 'no day yet'}; what was used since then is not known.`,
        ].join('\n');
  context.tell({ json: document satisfies CapsDocument, text: table });
  if (uncappable.length > 0 && !isFiltered && context.options.json !== true) {
    context.note(`${grouped(uncappable.length)} more cannot be capped; the last run says why: "runs list".`);
  }
  return exitCodes.done;
}
