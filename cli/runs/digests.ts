import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';

/** `digest list`. */
export async function listDigests(context: CommandContext): Promise<ExitCode> {
  const shown = await withApi(context, async (api) => api.show('listDigests', {}));
  return printShown(context, shown, ({ rows }) => rows);
}

/** `digest show DAY`. */
export async function showDigest(
  context: CommandContext,
  day: string,
  { scope }: { readonly scope: string },
): Promise<ExitCode> {
  return printShown(context, await withApi(context, async (api) => api.show('showDigest', { day, scope })));
}
