import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { tellShown, withDoor } from '../frame/with-door.ts';

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
  const shown = await withDoor(context, async (door) => door.show('listAlerts', { status: status ?? 'all' }), { all });
  return tellShown(context, shown, ({ rows }) => rows);
}
