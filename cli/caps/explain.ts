import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { atOf, type AsOfOptions } from '../frame/moment.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';

/** `explain EMAIL`: why a user's limit is what it is. */
export async function explainOne(context: CommandContext, email: string, options: AsOfOptions): Promise<ExitCode> {
  const given = { email, ...atOf(options) };
  return printShown(context, await withApi(context, async (api) => api.show('explainUser', given)));
}
