import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';

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
