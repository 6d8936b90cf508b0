import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { atOf, type AsOfOptions } from '../frame/moment.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';

/** `plan`: what would change and why, from the tables alone; and whether a guard would hold it, which is its exit code. */
export async function showPlanNow(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  return printShown(context, await withApi(context, async (api) => api.show('showPlan', atOf(options))));
}
