import { Worker } from 'node:worker_threads';

import type { FiguresThreadData, ThreadOutcome, ThreadTask } from './figures-thread.ts';

/** A thread that makes figures. */
export interface FiguresThread {
  /** Rejects when the thread ends before it has done it. */
  ask(task: ThreadTask): Promise<ThreadOutcome>;
  end(): Promise<void>;
}

type Told =
  | { readonly id: number; readonly outcome: ThreadOutcome }
  /** Of nothing that was asked. */
  | { readonly error: string };

/** A thread that is begun with the first task, and anew with the next one after it has ended. */
export function openThread(data: FiguresThreadData, onError: (error: unknown) => void): FiguresThread {
  const waiting = new Map<number, PromiseWithResolvers<ThreadOutcome>>();
  let worker: Worker | undefined;
  let asked = 0;

  function begin(): Worker {
    const begun = new Worker(new URL('figures-thread.ts', import.meta.url), { workerData: data });
    begun.unref();
    begun.on('message', (told: Told) => {
      if ('error' in told) {
        onError(new Error(told.error));
        return;
      }
      waiting.get(told.id)?.resolve(told.outcome);
      waiting.delete(told.id);
    });
    begun.on('error', onError);
    begun.on('exit', () => {
      worker = undefined;
      waiting.forEach(({ reject }) => reject(new Error('The thread that makes figures has ended')));
      waiting.clear();
    });
    return begun;
  }

  return {
    async ask(task) {
      worker ??= begin();
      const answer = Promise.withResolvers<ThreadOutcome>();
      asked += 1;
      waiting.set(asked, answer);
      worker.postMessage({ id: asked, task });
      return answer.promise;
    },
    async end() {
      await worker?.terminate();
    },
  };
}
