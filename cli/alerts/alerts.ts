import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';
import { dayIn } from '../frame/moment.ts';

export interface AlertListOptions {
  /** Acknowledged ones too, and every row. */
  readonly all?: boolean;
  readonly status?: 'open' | 'acknowledged';
}

/** `alerts list`: what asks for attention; with `all`, what was acknowledged too. */
export async function listAlerts(
  context: CommandContext,
  { all = false, status = all ? undefined : 'open' }: AlertListOptions,
): Promise<ExitCode> {
  const shown = await withApi(context, async (api) => api.show('listAlerts', { status: status ?? 'all' }), { all });
  return printShown(context, shown, ({ rows }) => rows);
}

export interface AckOptions {
  readonly reason: string;
  readonly until?: string;
}

/** `alerts ack ID --reason TEXT [--until DAY]`. */
export async function ackAlert(context: CommandContext, id: string, { reason, until }: AckOptions): Promise<ExitCode> {
  const body = { reason, ...(until !== undefined && { until: dayIn('--until', until) }) };
  return printShown(context, await withApi(context, async (api) => api.show('acknowledgeAlert', { alert: id, body })));
}

/** `alerts unreachable list`: addresses whose mail came back, and those that the settings name. */
export async function listUnreachable(context: CommandContext): Promise<ExitCode> {
  const shown = await withApi(context, async (api) => api.show('listUnreachable', {}));
  return printShown(context, shown, ({ rows }) => rows);
}

/** `alerts unreachable clear EMAIL`. */
export async function clearUnreachable(context: CommandContext, email: string): Promise<ExitCode> {
  const shown = await withApi(context, async (api) => api.show('clearUnreachable', { email }));
  // SES has a list of its own, which nobody but the person can clear: a script's operator has to read that, too.
  if (context.options.json === true) {
    shown.notes?.forEach((note) => context.note(note));
  }
  return printShown(context, shown);
}
