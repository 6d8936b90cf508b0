import { setTimeout as sleep } from 'node:timers/promises';
import type { Steps } from '../../application/steps.ts';

/** Steps that are done at once and kept nowhere, for a run that lives in one process. `pause` lets time pass. */
export function immediateSteps(pause: (durationMs: number) => Promise<void> = async (ms) => sleep(ms)): Steps {
  return {
    run: async (_name, work) => work(),
    wait: async (_name, ms) => pause(ms),
  };
}
