import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';
import { requireRevision } from './revision-argument.ts';

/** `controls show REV`: who made it, what it changed, and with --json the settings too, their secrets replaced. */
export async function showControls(context: CommandContext, text: string): Promise<ExitCode> {
  const given = { revision: String(requireRevision(text)) };
  return printShown(context, await withApi(context, async (api) => api.show('showRevision', given)));
}
