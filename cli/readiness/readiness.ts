import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { atOf, type AsOfOptions } from '../frame/moment.ts';
import { tellShown, withDoor } from '../frame/with-door.ts';

/** `readiness list`. */
export async function listRepositories(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  const shown = await withDoor(context, async (door) => door.show('listRepositories', atOf(options)));
  return tellShown(context, shown, ({ rows }) => rows);
}

/** `readiness show REPOSITORY`. */
export async function showRepository(context: CommandContext, repository: string): Promise<ExitCode> {
  return tellShown(context, await withDoor(context, async (door) => door.show('showRepository', { repository })));
}

/** `readiness regressions`. */
export async function listRegressions(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  const shown = await withDoor(context, async (door) => door.show('listRegressions', atOf(options)));
  return tellShown(context, shown, ({ rows }) => rows);
}
