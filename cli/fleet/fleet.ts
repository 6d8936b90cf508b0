import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { atOf, type AsOfOptions } from '../frame/moment.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';

/** `fleet list`. */
export async function listComputers(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  const shown = await withApi(context, async (api) => api.show('listComputers', atOf(options)));
  return printShown(context, shown, ({ rows }) => rows);
}

/** `fleet show NAME`. */
export async function showComputer(context: CommandContext, name: string, options: AsOfOptions): Promise<ExitCode> {
  const given = { name, ...atOf(options) };
  return printShown(context, await withApi(context, async (api) => api.show('showComputer', given)));
}

/** `fleet plan`. */
export async function planFleet(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  return printShown(context, await withApi(context, async (api) => api.show('planFleet', atOf(options))));
}
