import { setTimeout as sleep } from 'node:timers/promises';

/** How often something that DynamoDB put off is tried, and how long to wait before trying it again. */
export interface Backoff {
  readonly triesMax: number;
  /** `attempt` counts from 1. */
  delayMs(attempt: number): number;
}

const firstDelayMs = 50;
const delayMsMax = 2_000;

/** Up to ten tries in about ten seconds; each delay is drawn from the upper half of a doubling span. */
export const patientBackoff: Backoff = {
  triesMax: 10,
  delayMs(attempt) {
    const span = Math.min(delayMsMax, firstDelayMs * 2 ** (attempt - 1));
    return span * (0.5 + Math.random() / 2);
  },
};

/**
 * Runs `step` until it leaves nothing to be done again, at most `triesMax` times. Gives what is left after the last
 * try: undefined when all is done.
 */
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
