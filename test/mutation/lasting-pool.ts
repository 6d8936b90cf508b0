import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import type { PoolRunnerInitializer, PoolWorker } from 'vitest/node';

const entry = join(import.meta.dirname, 'lasting-thread.ts');

let lasting: Worker | undefined;

/** Starts the thread, or goes on with the one that an earlier mutant has left. */
function threadFor(env: NodeJS.ProcessEnv, execArgv: string[]): Worker {
  lasting ??= new Worker(entry, { env, execArgv }).once('exit', () => {
    lasting = undefined;
  });
  lasting.ref();
  return lasting;
}

/** Vitest starts a thread again for each run, that is for each mutant; this pool keeps one for all of them. */
export const lastingPool: PoolRunnerInitializer = {
  name: 'lasting',
  createPoolWorker({ env, execArgv }): PoolWorker {
    let thread: Worker | undefined;
    return {
      name: 'lasting',
      on: (event, listener) => {
        thread?.on(event, listener);
      },
      off: (event, listener) => {
        thread?.off(event, listener);
      },
      send: (message) => {
        thread?.postMessage(message);
      },
      deserialize: (message) => message,
      async start() {
        thread = threadFor({ ...process.env, ...env }, execArgv);
      },
      async stop() {
        thread?.removeAllListeners('message').unref();
      },
    };
  },
};
