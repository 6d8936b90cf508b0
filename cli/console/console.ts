import { findRunningApi } from '../../local/state/running-file.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { stateDirOf } from '../frame/connection/state-dir.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';

export interface ConsoleOptions {
  readonly as?: string;
}

/** `console`: a link that signs one browser in at the installation that runs. */
export async function showConsoleLink(context: CommandContext, { as }: ConsoleOptions): Promise<ExitCode> {
  const { chosen } = context;
  if (chosen.kind === 'deployment') {
    throw wrongUsage(
      'Links are given out by an installation on this machine; the console of a deployment, where it has one, is opened at its own address (docs/console.md, In AWS)',
    );
  }
  const running = findRunningApi(await stateDirOf(context, chosen));
  if (running === undefined) {
    throw new CommandError('No installation runs here, so that there is no console; start it with: npm start');
  }
  const { address, secret } = running;
  const link = await linkOf(`${new URL(address).origin}/session/links`, { secret, as });
  context.print({ json: { link }, text: link });
  return exitCodes.done;
}

async function linkOf(
  address: string,
  { secret, as }: { readonly secret: string; readonly as: string | undefined },
): Promise<string> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(as === undefined ? {} : { email: as }),
  });
  const content = (await response.json()) as { readonly link?: string; readonly detail?: string };
  if (content.link === undefined) {
    throw new CommandError(content.detail ?? `The installation that runs answers ${response.status}`);
  }
  return content.link;
}
