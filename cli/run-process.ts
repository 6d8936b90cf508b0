import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';

/** Runs the command that this process was started with, to its exit code. */
export async function runProcess(): Promise<void> {
  const { runCli } = await import('./frame/run-cli.ts');

  // Who reads along may stop reading (`curfew caps | head`): the command itself goes on to its end.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      throw error;
    }
  });

  let input: Uint8Array | undefined;

  process.exitCode = await runCli(process.argv.slice(2), {
    env: process.env,
    user: userInfo().username,
    stdoutIsTerminal: process.stdout.isTTY,
    stderrIsTerminal: process.stderr.isTTY,
    ...(process.stdout.isTTY && { stdoutColumns: process.stdout.columns }),
    writeOut: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    readInput: () => (input ??= readFileSync(process.stdin.fd)),
    confirm: process.stdin.isTTY && process.stdout.isTTY ? confirm : undefined,
    now: () => Date.now(),
  });
}

async function confirm(question: string): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
