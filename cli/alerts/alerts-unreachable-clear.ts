import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { tellShown, withDoor } from '../frame/with-door.ts';

/** `alerts unreachable clear EMAIL`. */
export async function clearUnreachable(context: CommandContext, email: string): Promise<ExitCode> {
  return tellShown(context, await withDoor(context, async (door) => door.show('clearUnreachable', { email })));
}
