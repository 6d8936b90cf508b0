import type { PlatformUnavailableError } from '../../application/runs/ports.ts';

/** The platform could not be reached, or asks to wait: the step is retried after a while. */
export class TurnedAwayError extends Error {
  override readonly name = 'TurnedAwayError';
  readonly retryAfterMs: number | undefined;

  constructor({ message, retryAfterMs }: PlatformUnavailableError) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The invocation has too little time left to begin a step. */
export class NoTimeLeftError extends Error {
  override readonly name = 'NoTimeLeftError';
}

/** The attempts at a step that the platform refuses. */
const turnedAwayMax = 20;
/** The attempts at a step that fails in another way: a table that cannot be reached, a fault of ours. */
const failedMax = 3;

/**
 * A lease is good for ten minutes and is prolonged when less than half of it is left: whoever waits no longer than this
 * has it still. A mistaken wish of the platform must not stop a night either; asking too early costs one more refusal.
 */
const delayMsMax = 240_000;
const firstDelayMs = 5_000;
const failedDelayMs = 30_000;

/** Whether a step that is turned away now is not tried again. */
export function isLastTry(attempt: number): boolean {
  return attempt >= turnedAwayMax;
}

/** Whether a step is done again, and after how many seconds. `attempt` is 1 for the first. */
export function decideRetry(
  error: Error,
  attempt: number,
): { readonly shouldRetry: boolean; readonly delay?: { readonly seconds: number } } {
  if (error instanceof NoTimeLeftError) {
    return { shouldRetry: true, delay: { seconds: 1 } };
  }
  if (error instanceof TurnedAwayError) {
    return { shouldRetry: !isLastTry(attempt), delay: { seconds: seconds(turnedAwayDelayMs(error, attempt)) } };
  }
  // Of our own mistakes another try knows nothing more.
  return {
    shouldRetry: error.name !== 'InvariantError' && attempt < failedMax,
    delay: { seconds: seconds(failedDelayMs) },
  };
}

function turnedAwayDelayMs({ retryAfterMs }: TurnedAwayError, attempt: number): number {
  return Math.min(delayMsMax, retryAfterMs ?? firstDelayMs * 2 ** Math.min(attempt - 1, 10));
}

function seconds(durationMs: number): number {
  return Math.max(1, Math.ceil(durationMs / 1000));
}
