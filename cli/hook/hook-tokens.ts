import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { tellShown, withDoor } from '../frame/with-door.ts';
import type { TokenListOptions } from './hook.ts';

/** `hook tokens list`. */
export async function listTokens(context: CommandContext, { all }: TokenListOptions): Promise<ExitCode> {
  const given = all === true ? { all: 'true' as const } : {};
  const shown = await withDoor(context, async (door) => door.show('listHookTokens', given), { all });
  return tellShown(context, shown, ({ rows }) => rows);
}

/** `hook tokens revoke TOKEN`. */
export async function revokeToken(context: CommandContext, token: string): Promise<ExitCode> {
  return tellShown(context, await withDoor(context, async (door) => door.show('revokeHookToken', { token })));
}
