import type { Installation } from '../../shared/wiring/installation.ts';
import type { CommandContext } from './command-context.ts';
import { openTables } from './open-installation.ts';

/** Opens the tables of the installation on this machine, for the length of `work`. */
export async function withInstallation<T>(
  context: CommandContext,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const { installation, explained } = await openTables(context);
  try {
    return await explained(work(installation));
  } finally {
    await installation.close();
  }
}
