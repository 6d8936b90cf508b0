import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { expect, vi } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** A program of this repository in a process of its own. */
export interface Program {
  readonly process: ChildProcess;
  /** All that it has written so far. */
  output(): string;
  /** Waits for words in its output; fails at once when the program ends without them. */
  says(words: string): Promise<void>;
  /** The exit code, once it has ended. */
  ended(): Promise<number | null>;
}

/** What a program needs of this process's environment: to find programs and code that is read already, and to go by its clock. */
export function programEnvironment(): Readonly<Record<string, string | undefined>> {
  const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env;
  return { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS };
}

/** Starts a program by its file, with nothing of this process's environment but what every program needs. */
export function startProgram(
  file: string,
  args: readonly string[],
  { env = {}, timeoutMs = 60_000 }: { env?: Readonly<Record<string, string>>; timeoutMs?: number } = {},
): Program {
  const child = spawn(process.execPath, [join(root, file), ...args], {
    env: { ...programEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exit = once(child, 'close');
  return {
    process: child,
    output: () => output,
    async says(words) {
      const saidOrOver = () => output.includes(words) || child.exitCode !== null;
      await vi.waitUntil(saidOrOver, { timeout: timeoutMs, interval: 100 });
      expect(output).toContain(words);
    },
    async ended() {
      await exit;
      return child.exitCode;
    },
  };
}
