import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { atOf, type AsOfOptions } from '../frame/moment.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';

/** `status`: how everything stands, on one screen. */
export async function showStatus(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  const given = atOf(options);
  return printShown(context, await withApi(context, async (api) => api.show('showStatus', given)));
}
