import { setTimeout as sleep } from 'node:timers/promises';

import type { Steps } from '../../../application/runs/steps.ts';

/** Steps that are done at once and kept nowhere, for a run that lives in one process. `pause` lets milliseconds pass. */
export function immediateSteps(pause: (durationMs: number) => Promise<void> = async (ms) => sleep(ms)): Steps {
  const steps: Steps = {
    run: async (_name, work) => work(),
    wait: async (_name, durationMs) => pause(durationMs),
    group: async (_name, work) => work(steps),
  };
  return steps;
}
