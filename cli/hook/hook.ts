import type { CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { main, UsageError } from './curfew-hook.mjs';

export interface InstallOptions {
  readonly file?: string;
  readonly forTeam?: string;
  readonly path?: string;
}

export interface UninstallOptions {
  readonly file?: string;
  readonly forget?: boolean;
}

/** `hook` as a client runs it. The file that `install` names does the same in a tenth of the time. */
export async function runHook({ io }: CommandContext): Promise<ExitCode> {
  await main([], io.env);
  return exitCodes.done;
}

export async function installHook(context: CommandContext, { file, forTeam, path }: InstallOptions): Promise<ExitCode> {
  return printLines(context, [
    'install',
    ...given('file', file),
    ...given('for-team', forTeam),
    ...given('path', path),
  ]);
}

export async function uninstallHook(context: CommandContext, { file, forget }: UninstallOptions): Promise<ExitCode> {
  return printLines(context, ['uninstall', ...given('file', file), ...(forget === true ? ['--forget'] : [])]);
}

function given(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`--${name}`, value];
}

/** Asks at a terminal; otherwise reads the key from standard input. */
function keyFrom({ io }: CommandContext): (() => Promise<string>) | undefined {
  const { confirm, stdoutIsTerminal, readInput } = io;
  return confirm === undefined || !stdoutIsTerminal
    ? async () => Promise.resolve(new TextDecoder().decode(readInput?.() ?? new Uint8Array()).trim())
    : undefined;
}

/** Has the hook do what its command line says, and prints what it answers: `hook connect`, `hook test`. */
export async function printLines(context: CommandContext, args: readonly string[]): Promise<ExitCode> {
  try {
    const lines = await main(args, context.io.env, keyFrom(context));
    context.print({ json: { lines }, text: lines.join('\n') });
    return exitCodes.done;
  } catch (error) {
    if (error instanceof UsageError) {
      throw wrongUsage(error.message);
    }
    throw error instanceof Error ? new CommandError(error.message) : error;
  }
}
