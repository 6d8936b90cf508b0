import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';

import { CommanderError } from 'commander';

import { describeFailure } from '../../local/texts/describe-failure.ts';
import { Problem, type ProblemKind } from '../../shared/kernel/api/problem.ts';
import { printableJson } from '../../shared/kernel/texts/hidden-letters.ts';
import { fitProse } from '../../shared/terminal/fit-text.ts';
import { styleFor } from '../../shared/terminal/style.ts';
import type { CliIo } from './cli-io.ts';
import { commandContext, type GlobalOptions } from './command-context.ts';
import { CommandError } from './command-error.ts';
import type { CommandHost, Work } from './command-host.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';
import { withNearestChoice } from './nearest-choice.ts';
import { addCompletion, curfewProgram } from './program.ts';

const failedEndMsMax = 5_000;

/** Runs the command that this process was started with, to its exit code. */
export async function runProcess(): Promise<void> {
  // Who reads along may stop reading (`curfew caps | head`): the command itself goes on to its end.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      throw error;
    }
  });

  let input: Uint8Array | undefined;

  process.exitCode = await runCli(process.argv.slice(2).map(wholeAddress), {
    env: process.env,
    user: userInfo().username,
    stdoutIsTerminal: process.stdout.isTTY,
    stderrIsTerminal: process.stderr.isTTY,
    ...(process.stdout.isTTY && { stdoutColumns: process.stdout.columns }),
    writeOut: (text) => void process.stdout.write(text),
    outTaken: async () => {
      if (process.stdout.writableNeedDrain) {
        // An error ends the wait; what it means is said above.
        await once(process.stdout, 'drain').catch(() => undefined);
      }
    },
    writeError: (text) => void process.stderr.write(text),
    readInput: () => (input ??= readFileSync(process.stdin.fd)),
    confirm: process.stdin.isTTY && process.stdout.isTTY ? confirm : undefined,
    now: () => Date.now(),
  });
  if (process.exitCode === exitCodes.failed) {
    // A part that could not be closed, on a full disk say, must not keep a command that has failed from its end.
    setTimeout(() => process.exit(), failedEndMsMax).unref();
  }
}

/** Mails print outside domains as `ann@acme[.]example`, so that none is a link: a pasted command reads them. */
export function wholeAddress(arg: string): string {
  return /@|^(?:team|members|model):/u.test(arg) && !/\s/u.test(arg) ? arg.replaceAll('[.]', '.') : arg;
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

/** Runs one command line, the program's own name left out. Never throws; gives the exit code. */
export async function runCli(args: readonly string[], io: CliIo): Promise<ExitCode> {
  const output = documentedOutput(io, wantsJson(args));
  const isCompletion = args.includes('complete');
  let exitCode: ExitCode = exitCodes.done;
  const run = async (work: Work, mayBegin: boolean): Promise<void> => {
    const options = program.opts<GlobalOptions>();
    exitCode = await work(await commandContext({ io: output.io, options, mayBegin }));
  };
  const host: CommandHost = {
    run: async (work) => run(work, false),
    runBeginning: async (work) => run(work, true),
  };
  const program = await curfewProgram(host, {
    writeOut: output.writeHelp,
    writeError: (text) => io.writeError(text),
    columns: io.stdoutColumns,
    isNamed: (name) => isCompletion || args.includes(name),
  });
  try {
    if (isCompletion) {
      await addCompletion(program);
    }
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    return error instanceof CommanderError ? endedByCommander(error, output) : failed(error, io, output);
  }
}

/** What commander has of standard output, and the one document that is there with --json. */
interface DocumentedOutput {
  readonly io: CliIo;
  /** What commander says by itself: with --json it is kept for `writeKept`. */
  readonly writeHelp: (text: string) => void;
  writeKept(name: 'help' | 'version'): void;
  /** Nothing where a document was written already, or none is wanted. */
  writeFailure(document: unknown): void;
}

function documentedOutput(io: CliIo, isJson: boolean): DocumentedOutput {
  let isWritten = false;
  let kept = '';
  const writeOut = (text: string): void => {
    isWritten = true;
    io.writeOut(text);
  };
  const writeDocument = (document: unknown): void => writeOut(printableJson(document));
  return {
    io: { ...io, writeOut },
    writeHelp(text) {
      if (isJson) {
        kept += text;
      } else {
        io.writeOut(fitProse(text, io.stdoutColumns));
      }
    },
    writeKept(name) {
      if (isJson && !isWritten) {
        writeDocument({ [name]: kept.trim() });
      }
    },
    writeFailure(document) {
      if (isJson && !isWritten) {
        writeDocument(document);
      }
    },
  };
}

/** Also where the line could not be read to its end; behind `--` nothing is an option. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? undefined : end).includes('--json');
}

function failed(error: unknown, io: CliIo, output: DocumentedOutput): ExitCode {
  const { message, facts, exitCode } = failureOf(error);
  const { colors } = styleFor({ isTerminal: io.stderrIsTerminal }, io.env);
  io.writeError(`${colors.red('error:')} ${message}\n`);
  output.writeFailure({ error: message, ...facts });
  return exitCode;
}

function failureOf(error: unknown): Pick<CommandError, 'message' | 'facts' | 'exitCode'> {
  if (error instanceof CommandError) {
    return error;
  }
  if (error instanceof Problem) {
    const { message, facts, kind } = error;
    return { message, facts, exitCode: exitCodeOf(kind) };
  }
  return { message: describeFailure(error), facts: {}, exitCode: exitCodes.failed };
}

function exitCodeOf(kind: ProblemKind): ExitCode {
  return kind === 'invalid-input' ? exitCodes.wrongUsage : kind === 'held' ? exitCodes.held : exitCodes.failed;
}

/** Commander has already printed its message. */
function endedByCommander(error: CommanderError, output: DocumentedOutput): ExitCode {
  if (error.exitCode === 0) {
    output.writeKept(error.code === 'commander.version' ? 'version' : 'help');
    return exitCodes.done;
  }
  const isHelp = error.code === 'commander.help';
  const message = isHelp
    ? 'no command was given; --help names them'
    : withNearestChoice(error.message.replace(/^error: /, ''));
  output.writeFailure({ error: message });
  return exitCodes.wrongUsage;
}
