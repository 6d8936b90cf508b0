import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

import * as z from 'zod';

import type { Environment } from './function-environments.ts';

/** What a start takes, in milliseconds. */
export interface Start {
  /** From the start of the process until it asks for its first event. */
  readonly wallMs: number;
  /** Of a processor until then, in all threads of the process. */
  readonly cpuMs: number;
}

// The loop with which deployed functions are tested: it loads the handler and asks the Runtime API for an event.
const runtimeLoop = join(import.meta.dirname, '..', '..', 'test', 'support', 'deployed', 'runtime-loop.mjs');

// It is told to stop when it has asked, and says what it has taken.
const sayCpuAtEnd = `process.on('SIGTERM', () => {
  process.stdout.write(JSON.stringify(process.cpuUsage()), () => process.exit());
});`;

const CpuUsage = z.object({ user: z.number(), system: z.number() });

/** Starts a built function in a process of its own as Lambda does, until it waits for its first event. */
export async function measureStart(folder: string, environment: Environment): Promise<Start> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // Beside the function, so that nothing of the project is found from there.
  const loop = join(dirname(folder), 'runtime-loop.mjs');
  copyFileSync(runtimeLoop, loop);
  const startedMs = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(sayCpuAtEnd)}`, loop, String(Date.now())],
    {
      cwd: folder,
      env: {
        AWS_REGION: 'eu-central-1',
        AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}`,
        LAMBDA_TASK_ROOT: folder,
        _HANDLER: 'index.handler',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    const printed = text(child.stdout);
    // What cannot be loaded is said to `init/error`.
    const asked = once(server, 'request').then(([request]: IncomingMessage[]) => request?.url?.endsWith('/next'));
    const isReady = await Promise.race([asked, once(child, 'exit').then(() => false)]);
    const wallMs = performance.now() - startedMs;
    if (!isReady) {
      throw new Error(`the function in ${folder} does not start`);
    }
    child.kill('SIGTERM');
    const { user, system } = CpuUsage.parse(JSON.parse(await printed));
    return { wallMs, cpuMs: (user + system) / 1_000 };
  } finally {
    child.kill('SIGKILL');
    server.close();
    server.closeAllConnections();
  }
}
