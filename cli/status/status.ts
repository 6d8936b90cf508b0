import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { atOf, type AsOfOptions } from '../frame/moment.ts';
import { tellShown, withDoor } from '../frame/with-door.ts';

/** `status`: how everything stands, on one screen. */
export async function showStatus(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  const given = atOf(options);
  return tellShown(context, await withDoor(context, async (door) => door.show('showStatus', given)));
}
