import { readAlerts, type AlertDocument } from '../../shared/application/queries/alert-document.ts';
import { dayOf } from '../../shared/domain/time/day.ts';
import { alertTable } from './alert-rows.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { shownRows } from '../../shared/terminal/shown-rows.ts';
import { withInstallation } from '../frame/with-installation.ts';

export interface AlertListOptions {
  /** Acknowledged ones too, and every row. */
  readonly all?: boolean;
  readonly status?: AlertStatus;
}

export type AlertStatus = AlertDocument['status'];

/** `alerts list`: what asks for attention; with `all`, what was acknowledged too. */
export async function listAlerts(
  context: CommandContext,
  { all = false, status }: AlertListOptions,
): Promise<ExitCode> {
  const today = dayOf(context.io.now());
  const known = await withInstallation(context, async ({ alerts }) => readAlerts(alerts, today));
  const wanted = status ?? (all ? undefined : 'open');
  const shown = known.filter((alert) => wanted === undefined || alert.status === wanted);
  const { rows, footer } = shownRows(shown, { style: context.style, all, what: 'alert' });
  context.tell({
    json: shown,
    text: shown.length === 0 ? 'No alert asks for attention.' : [alertTable(rows, context.style), ...footer].join('\n'),
  });
  if (wanted === 'open' && shown.length < known.length) {
    context.note(`Acknowledged: ${known.length - shown.length}; see "alerts list --all".`);
  }
  return exitCodes.done;
}
