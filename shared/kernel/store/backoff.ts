import { setTimeout as sleep } from 'node:timers/promises';

export interface Backoff {
  readonly triesMax: number;
  /** `attempt` counts from 1. */
  delayMs(attempt: number): number;
}

const firstDelayMs = 50;
const delayMsMax = 2_000;

/** Up to ten tries in about ten seconds; delays double, with jitter in the upper half. */
export const patientBackoff: Backoff = {
  triesMax: 10,
  delayMs(attempt) {
    const span = Math.min(delayMsMax, firstDelayMs * 2 ** (attempt - 1));
    return span * (0.5 + Math.random() / 2);
  },
};

/** Runs `step` until nothing is left, at most `triesMax` times. Returns what is left: undefined when all is done. */
export async function tryAgain<Left>(
  backoff: Backoff,
  first: Left,
  step: (left: Left) => Promise<Left | undefined>,
): Promise<Left | undefined> {
  let left: Left | undefined = first;
  for (let attempt = 1; left !== undefined && attempt <= backoff.triesMax; attempt += 1) {
    if (attempt > 1) {
      await sleep(backoff.delayMs(attempt - 1));
    }
    left = await step(left);
  }
  return left;
}
