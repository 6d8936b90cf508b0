import { CommanderError } from 'commander';
import { styleFor } from '../../local/terminal/style.ts';
import type { CliIo } from './cli-io.ts';
import { CommandError } from './command-error.ts';
import { describeFailure } from '../../local/describe-failure.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';
import { curfewProgram } from './program.ts';

/** Runs one command line, the program's own name left out. Never throws; gives the exit code. */
export async function runCli(args: readonly string[], io: CliIo): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done;
  const program = curfewProgram(io, async (work) => {
    exitCode = await work;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    return failed(error, args, io);
  }
}

function failed(error: unknown, args: readonly string[], io: CliIo): ExitCode {
  if (error instanceof CommanderError) {
    return endedByCommander(error, args, io);
  }
  const { message, facts, exitCode } = failureOf(error);
  const { colors } = styleFor({ isTerminal: io.stderrIsTerminal }, io.env);
  io.writeError(`${colors.red('error:')} ${message}\n`);
  writeFailure({ error: message, ...facts }, args, io);
  return exitCode;
}

function failureOf(error: unknown): Pick<CommandError, 'message' | 'facts' | 'exitCode'> {
  return error instanceof CommandError
    ? error
    : { message: describeFailure(error), facts: {}, exitCode: exitCodes.failed };
}

/** Commander has written its own message by now. */
function endedByCommander(error: CommanderError, args: readonly string[], io: CliIo): ExitCode {
  if (error.exitCode === 0) {
    return exitCodes.done;
  }
  writeFailure({ error: error.message.replace(/^error: /, '') }, args, io);
  return exitCodes.wrongUsage;
}

function writeFailure(document: unknown, args: readonly string[], io: CliIo): void {
  if (args.includes('--json')) {
    io.writeOut(`${JSON.stringify(document, undefined, 2)}\n`);
  }
}
