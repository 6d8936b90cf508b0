import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { tellShown, withDoor } from '../frame/with-door.ts';

/** `digest list`. */
export async function listDigests(context: CommandContext): Promise<ExitCode> {
  const shown = await withDoor(context, async (door) => door.show('listDigests', {}));
  return tellShown(context, shown, ({ rows }) => rows);
}

/** `digest show DAY`. */
export async function showDigest(
  context: CommandContext,
  day: string,
  { scope }: { readonly scope: string },
): Promise<ExitCode> {
  return tellShown(context, await withDoor(context, async (door) => door.show('showDigest', { day, scope })));
}
