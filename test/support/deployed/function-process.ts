import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

import { invariant } from '../../../shared/kernel/invariant.ts';
import { type DeployedFunction, lambdaEnvironment } from './deployed-functions.ts';

/** What became of one invocation. */
type Invoked =
  | { readonly kind: 'answered'; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly error: { readonly errorType: string; readonly errorMessage: string } }
  | { readonly kind: 'killed' };

/** An execution environment of Lambda: one process, which works on one event after the other. */
export interface FunctionProcess {
  readonly pid: number | undefined;
  /** All that it has logged. */
  output(): string;
  invoke(event: unknown, nowMs: number): Promise<Invoked>;
  /** At once, whatever it does: SIGKILL. */
  kill(): Promise<void>;
}

interface Waiting {
  readonly id: string;
  readonly settle: (invoked: Invoked) => void;
}

/** Starts a function on Node, with the environment of the template and what `local` says of where services are. */
export async function startFunction(
  deployed: DeployedFunction,
  local: Readonly<Record<string, string>>,
  nowMs: number,
): Promise<FunctionProcess> {
  const api = await startRuntimeApi();
  // Beside the assets, so that nothing of the repository is found from there.
  const loop = join(dirname(deployed.folder), 'runtime-loop.mjs');
  copyFileSync(join(import.meta.dirname, 'runtime-loop.mjs'), loop);
  const heapMb = Math.floor(deployed.memoryMb * 0.9);
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMb}`, loop, String(nowMs)], {
    cwd: deployed.folder,
    env: { ...deployed.environment, ...lambdaEnvironment(deployed, api.address), ...local },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'exit');
  void exited.then(async () => api.end());
  return {
    pid: child.pid,
    output: () => output,
    async invoke(event, atMs) {
      invariant(child.exitCode === null && child.signalCode === null, `${deployed.name} runs: ${output}`);
      return api.invoke(event, { nowMs: atMs, deadlineMs: atMs + deployed.timeSeconds * 1_000, arn: deployed.arn });
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** The Runtime API of Lambda for one process. */
async function startRuntimeApi() {
  let waiting: Waiting | undefined;
  let next = Promise.withResolvers<{ readonly event: unknown; readonly headers: Record<string, string> }>();
  const answerWith = (invoked: Invoked): void => {
    waiting?.settle(invoked);
    waiting = undefined;
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace('/2018-06-01/runtime/', '');
    if (path === 'invocation/next') {
      const { event, headers } = await next.promise;
      next = Promise.withResolvers();
      response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(event));
      return;
    }
    const body: unknown = JSON.parse(await text(request));
    response.writeHead(202).end();
    const isAnswer = path === `invocation/${waiting?.id}/response`;
    answerWith(
      isAnswer
        ? { kind: 'answered', answer: body }
        : { kind: 'failed', error: body as { errorType: string; errorMessage: string } },
    );
  }

  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    async invoke(
      event: unknown,
      { nowMs, deadlineMs, arn }: { readonly nowMs: number; readonly deadlineMs: number; readonly arn: string },
    ): Promise<Invoked> {
      invariant(waiting === undefined, 'a process works on one event at a time');
      const { promise, resolve } = Promise.withResolvers<Invoked>();
      const id = randomUUID();
      waiting = { id, settle: resolve };
      next.resolve({
        event,
        headers: {
          'lambda-runtime-aws-request-id': id,
          'lambda-runtime-deadline-ms': String(deadlineMs),
          'lambda-runtime-invoked-function-arn': arn,
          'lambda-runtime-trace-id': 'Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700;Parent=9a9197af755a6419;Sampled=0',
          'machine-now-ms': String(nowMs),
        },
      });
      return promise;
    },
    end() {
      answerWith({ kind: 'killed' });
      server.close();
      server.closeAllConnections();
    },
  };
}
