import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { atOf, type AsOfOptions } from '../frame/moment.ts';
import { tellShown, withDoor } from '../frame/with-door.ts';

/** `readiness targets list`. */
export async function listTargets(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  const shown = await withDoor(context, async (door) => door.show('listTargets', atOf(options)));
  return tellShown(context, shown, ({ rows }) => rows);
}
