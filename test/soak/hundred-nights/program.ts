import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { childrenOf, isAlive } from '../../support/child-processes.ts';
import { programEnvironment } from '../../support/program.ts';

const clock = pathToFileURL(join(import.meta.dirname, '..', '..', 'support', 'moved-clock.ts'));
const outputLengthMax = 1_000_000;

/** What one process of Curfew is started with. */
interface ProgramTerms {
  /** A file of the checkout at `root`. */
  readonly file: string;
  readonly args: readonly string[];
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  /** Unix milliseconds: what its clock shows as it starts. */
  readonly atMs: number;
  /** A command that runs the program, with its arguments before the program's own. */
  readonly through?: readonly string[];
}

/** A process of Curfew whose clock is moved. */
export interface MovedProgram {
  /** All that it has written, cut at its beginning. */
  output(): string;
  /** Settles when it has written these words, or has ended. */
  says(words: string): Promise<void>;
  /** Its exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  isRunning(): boolean;
  /** SIGKILL. */
  kill(): void;
  /** SIGKILL for its DynamoDB engine; false when it has none now. */
  killEngine(): boolean;
}

/** Starts a program with nothing of this process's environment but what every program needs. */
export function startMoved({ file, args, root, env, atMs, through = [] }: ProgramTerms): MovedProgram {
  const moved = new URL(clock);
  moved.searchParams.set('aheadMs', String(atMs - Date.now()));
  const program = [process.execPath, `--import=${moved.href}`, join(root, file), ...args];
  const [command = '', ...given] = [...through, ...program];
  const child = spawn(command, given, { env: { ...programEnvironment(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  return movedProgram(child);
}

function movedProgram(child: ChildProcess): MovedProgram {
  let output = '';
  const listeners = new Set<() => void>();
  const collect = (chunk: Buffer): void => {
    output = `${output}${chunk.toString()}`.slice(-outputLengthMax);
    listeners.forEach((listen) => listen());
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const ended = once(child, 'close').then(() => child.exitCode);
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    output: () => output,
    async says(words) {
      const said = Promise.withResolvers<void>();
      const listen = (): void => (output.includes(words) ? said.resolve() : undefined);
      listeners.add(listen);
      listen();
      await Promise.race([said.promise, ended]);
      listeners.delete(listen);
    },
    ended,
    isRunning,
    kill: () => void child.kill('SIGKILL'),
    killEngine() {
      const engines = childrenOf(child.pid ?? 0)
        .flatMap(childrenOf)
        .filter(isAlive);
      engines.forEach((pid) => process.kill(pid, 'SIGKILL'));
      return engines.length > 0;
    },
  };
}
