import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';

/** `controls ack REV|REV-REV|ALARM --reason TEXT`: somebody has looked, and says why it is as it should be. */
export async function acknowledgeOne(
  context: CommandContext,
  what: string,
  { reason }: { readonly reason: string },
): Promise<ExitCode> {
  const given = { body: { what, reason } };
  return printShown(context, await withApi(context, async (api) => api.show('acknowledgeControls', given)));
}
