import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { childEnvironment } from '../../shared/kernel/runtime/child-environment.ts';
import type { PythonEnvironment } from './python.ts';
import { withScratch } from './with-scratch.ts';

const waitMsMax = 120_000;
const pollMs = 200;
const saidCharsMax = 2_000;

interface MiniStackTerms {
  /** A program of Python that starts it; its own command unless given. */
  readonly program?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Gives `work` the address of a MiniStack that holds nothing yet, and ends it. */
export async function withMiniStack<T>(
  python: PythonEnvironment,
  work: (endpoint: string) => Promise<T>,
  { program, env = {} }: MiniStackTerms = {},
): Promise<T> {
  return withScratch(async (folder) => {
    const port = await freePort();
    const endpoint = `http://127.0.0.1:${port}`;
    const [command, args] =
      program === undefined ? [python.command('ministack'), []] : [python.command('python'), [program]];
    const child = spawn(command, args, {
      cwd: folder,
      env: {
        ...childEnvironment(process.env, 'tool'),
        GATEWAY_PORT: String(port),
        BIND_HOST: '127.0.0.1',
        // Names below it are addresses that URL takes; those below 127.0.0.1 are not.
        MINISTACK_HOST: 'localhost',
        S3_DATA_DIR: folder,
        TMPDIR: folder,
        LOG_LEVEL: 'ERROR',
        ...env,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(child, 'close');
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-saidCharsMax)));
    try {
      for (let waitedMs = 0; !(await answers(endpoint)); waitedMs += pollMs) {
        if (child.exitCode !== null || waitedMs > waitMsMax) {
          throw new Error(`MiniStack did not start: ${said.trim()}`);
        }
        await sleep(pollMs);
      }
      return await work(endpoint);
    } finally {
      child.kill('SIGINT');
      await ended;
    }
  });
}

async function answers(endpoint: string): Promise<boolean> {
  try {
    return (await fetch(`${endpoint}/_ministack/health`)).ok;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
