import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

export type Environment = Readonly<Record<string, string>>;

/** What a start of a function may read at most, in bytes. */
export const startBytesMax = 1_000_000;

/** How much longer a start may take than that of an empty handler, in milliseconds of a processor. */
export const startMsMax = 150;

/** The files of a built function that each start reads, by name; what is imported later is not among them. */
export function startFiles(folder: string): readonly string[] {
  const found = new Set(['index.mjs']);
  for (const file of found) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:from|import)"\.\/([\w.-]+\.mjs)"/gu)) {
      found.add(name);
    }
  }
  return [...found];
}

export function startBytes(folder: string): number {
  return startFiles(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}

/** What a start takes, in milliseconds. */
interface Start {
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
    // A function that cannot be loaded calls `init/error`.
    const asked = once(server, 'request').then(([request]: IncomingMessage[]) => request?.url?.endsWith('/next'));
    const isReady = await Promise.race([asked, once(child, 'exit').then(() => false)]);
    const wallMs = performance.now() - startedMs;
    if (!isReady) {
      throw new Error(`the function in ${folder} does not start`);
    }
    child.kill('SIGTERM');
    const { user, system } = JSON.parse(await printed) as NodeJS.CpuUsage;
    return { wallMs, cpuMs: (user + system) / 1_000 };
  } finally {
    child.kill('SIGKILL');
    server.close();
    server.closeAllConnections();
  }
}
