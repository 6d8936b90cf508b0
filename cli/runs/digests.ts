import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { tellShown, withApi } from '../frame/connection/with-api.ts';

/** `digest list`. */
export async function listDigests(context: CommandContext): Promise<ExitCode> {
  const shown = await withApi(context, async (api) => api.show('listDigests', {}));
  return tellShown(context, shown, ({ rows }) => rows);
}

/** `digest show DAY`. */
export async function showDigest(
  context: CommandContext,
  day: string,
  { scope }: { readonly scope: string },
): Promise<ExitCode> {
  return tellShown(context, await withApi(context, async (api) => api.show('showDigest', { day, scope })));
}
