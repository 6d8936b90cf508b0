import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { buildSync } from 'esbuild';

import { asFunctionsAreBuilt, projectRoot } from '../../infra/constructs/bundling/build-function.ts';
import { findRunningApi } from '../../local/state/running-file.ts';
import { childEnvironment } from '../../shared/kernel/runtime/child-environment.ts';

export { projectRoot };

type Environment = Readonly<Record<string, string>>;

const startMsMax = 600_000;

interface RunningProgram {
  readonly ready: string;
  readonly stop: () => Promise<void>;
}

/** Starts a program by its file, and waits until it prints what says that it is ready. */
export async function startProgram(
  [file, ...args]: readonly [file: string, ...args: readonly string[]],
  ready: RegExp,
  env: Environment = {},
): Promise<RunningProgram> {
  const child = spawn(process.execPath, [join(projectRoot, file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...childEnvironment(process.env, 'tool'), ...env },
  });
  const closed = once(child, 'close');
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const endMs = performance.now() + startMsMax;
  for (;;) {
    const [found] = ready.exec(output) ?? [];
    if (found !== undefined) {
      return {
        ready: found,
        stop: async () => {
          child.kill('SIGINT');
          await closed;
        },
      };
    }
    if (child.exitCode !== null || performance.now() > endMs) {
      child.kill('SIGKILL');
      throw new Error(`${file} did not start: ${output}`);
    }
    await sleep(50);
  }
}

/** Curfew as it runs on one machine, on the demo unless the environment names a platform. Ready after its first night. */
export async function startCurfew(stateDir: string, args: readonly string[] = [], env: Environment = {}) {
  const { stop } = await startProgram(['local/main.ts', '--state', stateDir, ...args], /Ctrl-C/u, env);
  const api = findRunningApi(stateDir);
  if (api === undefined) {
    await stop();
    throw new Error('the installation has no admin API');
  }
  return { stop, api };
}

/** The emulator in a process of its own; `ready` is its address. */
export async function startEmulatorProgram(args: readonly string[]): Promise<RunningProgram> {
  return startProgram(['emulator/main.ts', ...args], /http:\/\/[\d.:]+\d/u);
}

/** Works while a program runs, and stops it in the end. */
export async function during<P extends { readonly stop: () => Promise<void> }, T>(
  program: P,
  work: (program: P) => Promise<T>,
): Promise<T> {
  try {
    return await work(program);
  } finally {
    await program.stop();
  }
}

/** Runs a program in a process of its own, so that what it takes is its own, and gives the document that it prints. */
export async function documentOf<T>(args: readonly string[]): Promise<T> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnvironment(process.env, 'tool'),
  });
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number | null]>]);
  if (code !== 0 || printed === '') {
    throw new Error(`${args.join(' ')} ended with ${code}`);
  }
  return JSON.parse(printed) as T;
}

/** The quickest of several runs of a program, in milliseconds: other work of the machine only slows one down. */
export function quickestMs(
  tries: number,
  args: readonly string[],
  {
    input,
    env,
    isAnswer,
  }: { readonly input?: string; readonly env?: Environment; readonly isAnswer?: (stdout: string) => boolean } = {},
): number {
  const times = Array.from({ length: tries }, () => {
    const began = performance.now();
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      input,
      encoding: 'utf8',
      env: { ...childEnvironment(process.env, 'tool'), ...env },
    });
    if (status !== 0 || isAnswer?.(stdout) === false) {
      throw new Error(`${args.join(' ')} failed: ${stderr}`);
    }
    return performance.now() - began;
  });
  return Math.min(...times);
}

export async function inFolder<T>(work: (folder: string) => Promise<T>, parent = tmpdir()): Promise<T> {
  const folder = mkdtempSync(join(parent, 'curfew-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Works with programs of the bench that are built as functions are, by the path to each: what a process needs to read
 * TypeScript would be a fifth of its memory. They lie where packages are found from.
 */
export async function withBuilt<T>(files: readonly string[], work: (paths: readonly string[]) => Promise<T>) {
  const cache = join(projectRoot, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  return inFolder(async (folder) => {
    buildSync({
      ...asFunctionsAreBuilt,
      entryPoints: files.map((file, index) => ({ in: join('bench', file), out: String(index) })),
      outdir: folder,
      // AWS's runner of durable functions stands for the service: it is no part of what is deployed.
      external: ['@aws/durable-execution-sdk-js-testing'],
    });
    return work(files.map((_, index) => join(folder, `${index}.mjs`)));
  }, cache);
}
