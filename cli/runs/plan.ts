import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { atOf, type AsOfOptions } from '../frame/moment.ts';
import { tellShown, withDoor } from '../frame/with-door.ts';

/** `plan`: what would change and why, from the tables alone; and whether a guard would hold it, which is its exit code. */
export async function showPlanNow(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  return tellShown(context, await withDoor(context, async (door) => door.show('showPlan', atOf(options))));
}
