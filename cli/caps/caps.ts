import { grouped } from '../../shared/domain/texts/grouped.ts';
import { listCaps } from '../../shared/application/queries/list-caps.ts';
import type { CapView } from '../../shared/domain/explanation/cap-view.ts';
import { formatScope } from '../../shared/domain/budgets/scope.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { capTable } from './cap-table.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { noCapOf } from '../frame/not-found.ts';
import { momentOf, standingOrder, standingPorts, type AsOfOptions } from './snapshot-order.ts';
import { withInstallation } from '../frame/with-installation.ts';

/** `caps [EMAIL]`: every user's cap as the tables tell it. */
export async function showCaps(
  context: CommandContext,
  email: string | undefined,
  options: AsOfOptions,
): Promise<ExitCode> {
  const atMs = momentOf(context, options);
  const { outcome, unlimitedCredits } = await withInstallation(context, async (installation) => {
    const order = standingOrder(installation, atMs);
    const wanted = email === undefined ? {} : { email };
    return {
      unlimitedCredits: order.settings.unlimitedCredits,
      outcome: await listCaps(standingPorts(installation), { ...order, ...wanted }),
    };
  });
  if (outcome.kind === 'not-found') {
    throw noCapOf(email ?? '', outcome.found);
  }
  const { caps, uncappable, dataThrough } = outcome;
  const table =
    caps.length === 0
      ? 'There are no users yet; the roster is read by the first run.'
      : `${capTable(caps, unlimitedCredits, context)}\nData through ${dataThrough ?? 'no day yet'}; what was used since then is not known.`;
  context.tell({ json: caps.map(capDocument), text: table });
  if (uncappable.length > 0 && context.options.json !== true) {
    context.note(`${grouped(uncappable.length)} more cannot be capped; see what the last run said of them.`);
  }
  return exitCodes.done;
}

/** A cap as the JSON documents show it. */
export function capDocument(cap: CapView) {
  const { email, userId, limitCredits, usedCredits, headroomCredits, exposureCredits, binding, status } = cap;
  return {
    email,
    userId,
    limit: limitCredits ?? null,
    used: usedCredits,
    headroom: headroomCredits ?? null,
    exposure: exposureCredits ?? null,
    binding: binding === undefined ? null : { scope: formatScope(binding.scope), window: binding.window },
    status,
  };
}
