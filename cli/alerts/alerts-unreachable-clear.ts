import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';

/** `alerts unreachable clear EMAIL`. */
export async function clearUnreachable(context: CommandContext, email: string): Promise<ExitCode> {
  const shown = await withApi(context, async (api) => api.show('clearUnreachable', { email }));
  // SES has a list of its own, which nobody but the person can clear: a script's operator has to read that, too.
  if (context.options.json === true) {
    shown.notes?.forEach((note) => context.note(note));
  }
  return printShown(context, shown);
}
