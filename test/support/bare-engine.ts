import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { findEngine } from '../../local/storage/find-engine.ts';
import { childEnvironment } from '../../shared/kernel/runtime/child-environment.ts';

/** An engine that is not Curfew's: it takes every key. What is tested on it is what speaks to an engine. */
export interface BareEngine {
  readonly endpoint: string;
  close(): Promise<void>;
}

const waitMsMax = 50_000;
const pollMs = 10;
/** Ends the engine when the standard input of the shell does: when the test worker is gone, however it went. */
const shell = 'exec 3<&0; "$0" "$@" & engine=$!; (cat <&3 >/dev/null; kill "$engine") >/dev/null 2>&1 & wait "$engine"';

/** Names an engine of somebody else that tests share in the place of their own: that of `npm run judges -- dynamodb`. */
export const engineVariable = 'CURFEW_TEST_DYNAMODB';

/** Starts the engine in memory, unless the environment names another. */
export async function startBareEngine(): Promise<BareEngine> {
  const shared = process.env[engineVariable] ?? '';
  if (shared !== '') {
    return { endpoint: shared, close: async () => {} };
  }
  const found = findEngine(process);
  if (found.kind === 'endpoint') {
    return { endpoint: found.endpoint, close: async () => {} };
  }
  const port = await freePort();
  const child = spawn('sh', ['-c', shell, found.path, 'serve', '--port', String(port)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: childEnvironment(process.env, 'engine'),
  });
  const endpoint = `http://127.0.0.1:${port}`;
  const deadlineMs = Date.now() + waitMsMax;
  while (!(await answers(endpoint))) {
    if (Date.now() > deadlineMs) {
      throw new Error('the engine did not start');
    }
    if (child.exitCode !== null) {
      // Somebody took the port meanwhile.
      return startBareEngine();
    }
    await sleep(pollMs);
  }
  return {
    endpoint,
    async close() {
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

async function answers(endpoint: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  get(endpoint, { agent: false }, (answer) => {
    answer.resume();
    answer.once('end', () => resolve(answer.statusCode === 200));
  }).once('error', () => resolve(false));
  return promise;
}
