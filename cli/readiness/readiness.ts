import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { atOf, type AsOfOptions } from '../frame/moment.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';

/** `readiness list`. */
export async function listRepositories(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  const shown = await withApi(context, async (api) => api.show('listRepositories', atOf(options)));
  return printShown(context, shown, ({ rows }) => rows);
}

/** `readiness show REPOSITORY`. */
export async function showRepository(context: CommandContext, repository: string): Promise<ExitCode> {
  return printShown(context, await withApi(context, async (api) => api.show('showRepository', { repository })));
}

/** `readiness regressions`. */
export async function listRegressions(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  const shown = await withApi(context, async (api) => api.show('listRegressions', atOf(options)));
  return printShown(context, shown, ({ rows }) => rows);
}

/** `readiness targets list`. */
export async function listTargets(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  const shown = await withApi(context, async (api) => api.show('listTargets', atOf(options)));
  return printShown(context, shown, ({ rows }) => rows);
}
