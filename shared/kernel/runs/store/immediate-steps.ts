import { setTimeout as sleep } from 'node:timers/promises';

import type { Steps } from '../ports.ts';

/** Runs steps at once without storing them, for a run in one process. `pause` waits for milliseconds. */
export function immediateSteps(pause: (durationMs: number) => Promise<void> = async (ms) => sleep(ms)): Steps {
  const steps: Steps = {
    run: async (_name, work) => work(),
    wait: async (_name, durationMs) => pause(durationMs),
    group: async (_name, work) => work(steps),
  };
  return steps;
}
