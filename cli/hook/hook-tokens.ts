import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { printShown, withApi } from '../frame/connection/with-api.ts';
import { wrongUsage } from '../frame/command-error.ts';
import type { InviteOptions, TokenListOptions } from './hook.ts';

/** `hook tokens list`. */
export async function listTokens(context: CommandContext, { all }: TokenListOptions): Promise<ExitCode> {
  const given = all === true ? { all: 'true' as const } : {};
  const shown = await withApi(context, async (api) => api.show('listHookTokens', given), { all });
  return printShown(context, shown, ({ rows }) => rows);
}

/** `hook tokens revoke TOKEN`. */
export async function revokeToken(context: CommandContext, token: string): Promise<ExitCode> {
  return printShown(context, await withApi(context, async (api) => api.show('revokeHookToken', { token })));
}

/** `hook invite [EMAIL…] [--team TEAM]`. */
export async function invite(
  context: CommandContext,
  emails: readonly string[],
  { team }: InviteOptions,
): Promise<ExitCode> {
  if (emails.length === 0 && team === undefined) {
    throw wrongUsage('whom to invite is missing; give emails, or --team NAME');
  }
  const body = { ...(emails.length > 0 && { emails: [...emails] }), ...(team !== undefined && { team }) };
  const shown = await withApi(context, async (api) => api.show('inviteToHook', { body }), { all: true });
  return printShown(context, shown, ({ invited }) => invited);
}
