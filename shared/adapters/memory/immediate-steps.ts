import type { Steps } from '../../application/steps.ts';

/** Steps of a run that begins and ends in one process: each is done at once. `pause` lets milliseconds pass. */
export function immediateSteps(pause: (durationMs: number) => Promise<void>): Steps {
  const steps: Steps = {
    run: async (_name, work) => work(),
    wait: async (_name, durationMs) => pause(durationMs),
    group: async (_name, work) => work(steps),
  };
  return steps;
}
