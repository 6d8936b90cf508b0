import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { atOf, type AsOfOptions } from '../frame/moment.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';

/** `readiness targets list`. */
export async function listTargets(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  const shown = await withApi(context, async (api) => api.show('listTargets', atOf(options)));
  return printShown(context, shown, ({ rows }) => rows);
}
