import { readAlerts } from '../../shared/application/queries/alert-document.ts';
import { dayOf } from '../../shared/domain/time/day.ts';
import { alertTable } from './alert-rows.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';

/** `alerts list`: what asks for attention; with `all`, what was acknowledged too. */
export async function listAlerts(context: CommandContext, { all }: { readonly all: boolean }): Promise<ExitCode> {
  const today = dayOf(context.io.now());
  const known = await withInstallation(context, async ({ alerts }) => readAlerts(alerts, today));
  const shown = known.filter(({ status }) => all || status === 'open');
  context.tell({
    json: shown,
    text: shown.length === 0 ? 'No alert asks for attention.' : alertTable(shown, context.style),
  });
  if (shown.length < known.length) {
    context.note(`Acknowledged: ${known.length - shown.length}; see "alerts list --all".`);
  }
  return exitCodes.done;
}
