import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { atOf, type AsOfOptions } from '../frame/moment.ts';
import { tellShown, withApi } from '../frame/connection/with-api.ts';

/** `fleet list`. */
export async function listComputers(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  const shown = await withApi(context, async (api) => api.show('listComputers', atOf(options)));
  return tellShown(context, shown, ({ rows }) => rows);
}

/** `fleet show NAME`. */
export async function showComputer(context: CommandContext, name: string, options: AsOfOptions): Promise<ExitCode> {
  const given = { name, ...atOf(options) };
  return tellShown(context, await withApi(context, async (api) => api.show('showComputer', given)));
}

/** `fleet plan`. */
export async function planFleet(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  return tellShown(context, await withApi(context, async (api) => api.show('planFleet', atOf(options))));
}
