import { setTimeout } from 'node:timers/promises';

import type { Clock } from '../runs/ports.ts';

interface SystemClock extends Clock {
  /** Waits; rejects at once when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: SystemClock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    await setTimeout(ms, undefined, signal === undefined ? {} : { signal });
  },
};
