import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import * as z from 'zod';

import { childEnvironment } from '../../../shared/kernel/runtime/child-environment.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const waitMsMax = 300_000;
const pollMs = 200;

const Running = z.object({ addresses: z.object({ door: z.object({ address: z.string(), secret: z.string() }) }) });

export interface RunningDemo {
  /** Where the operations are: `http://127.0.0.1:4100/api`. */
  readonly api: string;
  /** The secret of this start, which may do everything. */
  readonly secret: string;
  /** All that it printed so far. */
  output(): string;
}

/** Gives `work` a demo organization that runs with these settings, in a folder of its own, and ends it. */
export async function withRunningDemo<T>(
  folder: string,
  settings: string,
  work: (demo: RunningDemo) => Promise<T>,
): Promise<T> {
  const state = join(folder, 'state');
  mkdirSync(state);
  writeFileSync(join(state, 'settings.yaml'), settings);
  const args = ['--demo', 'acme', '--no-console', '--state', state];
  const child = spawn(process.execPath, [join(root, 'local', 'main.ts'), ...args], {
    env: childEnvironment(process.env, 'tool'),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    // It says so once the first night is over.
    for (let waitedMs = 0; !output.includes('The next run is at'); waitedMs += pollMs) {
      if (child.exitCode !== null || waitedMs > waitMsMax) {
        throw new Error(`npm start did not come to its first night:\n${output.slice(-2_000)}`);
      }
      await sleep(pollMs);
    }
    const { address, secret } = Running.parse(JSON.parse(readFileSync(join(state, 'running.json'), 'utf8'))).addresses
      .door;
    return await work({ api: address, secret, output: () => output });
  } finally {
    child.kill('SIGINT');
    await ended;
  }
}

const Link = z.object({ link: z.string() });
const Key = z.object({ key: z.string() });

/** The headers of a browser that looks at the demo as a person. */
export async function headersOf(
  { api, secret }: RunningDemo,
  email: string,
): Promise<Readonly<Record<string, string>>> {
  const site = new URL(api).origin;
  const post = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${site}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const given = await post('/session/links', { email }, { authorization: `Bearer ${secret}` });
  const { link } = Link.parse(await given.json());
  const opened = await post('/session', { secret: new URL(link).hash.slice(1) });
  const [cookie = ''] = (opened.headers.get('set-cookie') ?? '').split(';');
  return { 'curfew-console': Key.parse(await opened.json()).key, cookie };
}
