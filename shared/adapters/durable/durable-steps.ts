import type { DurableContext } from '@aws/durable-execution-sdk-js';

import { LeaseLostError } from '../../application/runs/lease-keeper.ts';
import {
  PlatformUnavailableError,
  FencedOffError,
  PlatformRefusedError,
  RangeRefusedError,
} from '../../application/runs/ports.ts';
import type { Steps } from '../../application/runs/steps.ts';
import { plainError } from '../../runtime/plain-error.ts';

/** The platform could not be reached, or asks to wait: the step is retried after a while. */
class TurnedAwayError extends Error {
  override readonly name = 'TurnedAwayError';
  readonly retryAfterMs: number | undefined;

  constructor({ message, retryAfterMs }: PlatformUnavailableError) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The invocation has too little time left to begin a step. */
class NoTimeLeftError extends Error {
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
function isLastTry(attempt: number): boolean {
  return attempt >= turnedAwayMax;
}

/** Whether a step is done again, and after how many seconds. `attempt` is 1 for the first. */
function decideRetry(
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

/** The invocation in which steps are done; one durable execution has many. */
interface Invocation {
  /** Whether there is the time for another step, at its longest. */
  hasTimeLeft(): boolean;
}

/**
 * Steps of a Lambda durable execution: each is checkpointed, one that finished is not done again, and what has to wait
 * (the platform asks to be left alone, the invocation comes to the end of its time) waits without an invocation.
 */
export function durableSteps(context: DurableContext, invocation: Invocation): Steps {
  return {
    async run(name, work) {
      const carried = await context.step(name, async ({ attempt }) => tryStep(work, invocation, attempt), {
        retryStrategy: decideRetry,
      });
      return unpack(carried);
    },
    async wait(name, durationMs) {
      await context.wait(name, { seconds: Math.max(1, Math.ceil(durationMs / 1000)) });
    },
    async group(name, work) {
      const carried = await context.runInChildContext(name, async (child) =>
        carry(async () => work(durableSteps(child, invocation))),
      );
      return unpack(carried);
    },
  };
}

async function tryStep<T>(work: () => Promise<T>, invocation: Invocation, attempt: number): Promise<Carried<T>> {
  if (!invocation.hasTimeLeft()) {
    throw new NoTimeLeftError('the invocation comes to the end of its time');
  }
  return carry(async () => {
    try {
      return await work();
    } catch (error) {
      throw failureOf(error, attempt);
    }
  });
}

/** The error of a step. It is stored with the execution, where others may read it, so that it must be plain. */
function failureOf(error: unknown, attempt: number): unknown {
  if (error instanceof PlatformUnavailableError && !isLastTry(attempt)) {
    return new TurnedAwayError(error);
  }
  return isActedOn(error) ? error : plainError(error);
}

/** The end of a piece of work as JSON: its result, or the error on which its caller acts. */
type Carried<T> =
  | { readonly kind: 'given'; readonly value: T }
  | { readonly kind: 'raised'; readonly name: string; readonly message: string };

/** Errors that a run acts on. Every other one is a fault of operation, and ends the run. */
const actedOn: readonly (new (message: string) => Error)[] = [
  LeaseLostError,
  FencedOffError,
  PlatformRefusedError,
  PlatformUnavailableError,
  RangeRefusedError,
];

/** Does the work. Raises what is not acted on. */
async function carry<T>(work: () => Promise<T>): Promise<Carried<T>> {
  try {
    return { kind: 'given', value: await work() };
  } catch (error) {
    if (isActedOn(error)) {
      return { kind: 'raised', name: error.name, message: error.message };
    }
    throw error;
  }
}

function isActedOn(error: unknown): error is Error {
  return actedOn.some((kind) => error instanceof kind);
}

/** What the work gave; raises what it raised. */
function unpack<T>(carried: Carried<T>): T {
  if (carried.kind === 'given') {
    return carried.value;
  }
  const { name, message } = carried;
  const errors = actedOn.map((kind) => new kind(message));
  throw errors.find((error) => error.name === name) ?? new Error(message);
}
