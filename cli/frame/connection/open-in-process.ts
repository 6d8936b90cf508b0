import { openInstallation, type InstallationOptions } from '../../../local/installation.ts';
import { callerOfMachine } from '../../../shared/kernel/access/caller.ts';
import { inProcessClient } from '../../../shared/kernel/api/perform-operation.ts';
import type { CommandContext } from '../command-context.ts';

/** The API of an installation of which nothing runs: this process answers. To be closed. */
export async function openInProcess({ io }: CommandContext, options: InstallationOptions) {
  const installation = await openInstallation(options);
  return {
    api: inProcessClient({ installation, caller: callerOfMachine(io.user), now: () => io.now() }),
    explained: async <T>(work: Promise<T>) => work,
    close: async () => installation.close(),
  };
}
