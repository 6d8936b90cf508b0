import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';

/** `alerts unreachable list`: addresses whose mail came back, and those that the settings name. */
export async function listUnreachable(context: CommandContext): Promise<ExitCode> {
  const shown = await withApi(context, async (api) => api.show('listUnreachable', {}));
  return printShown(context, shown, ({ rows }) => rows);
}
