import type { DurableContext } from '@aws/durable-execution-sdk-js';

import { plainError } from '../../runtime/plain-error.ts';
import {
  PlatformUnavailableError,
  FencedOffError,
  PlatformRefusedError,
  RangeRefusedError,
  type Steps,
} from '../ports.ts';
import { LeaseLostError } from '../use-cases/lease-keeper.ts';

/** The platform is unreachable or asks to wait: the step is retried later. */
class TurnedAwayError extends Error {
  override readonly name = 'TurnedAwayError';
  readonly retryAfterMs: number | undefined;

  constructor({ message, retryAfterMs }: PlatformUnavailableError) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

class NoTimeLeftError extends Error {
  override readonly name = 'NoTimeLeftError';
}

const turnedAwayMax = 20;
/** Attempts at a step that fails otherwise: an unreachable table, a bug. */
const failedMax = 3;

/**
 * A lease lasts ten minutes and is renewed when less than half is left, so it survives this wait. A mistaken
 * Retry-After must not stop a night; asking too early costs one more refusal.
 */
const delayMsMax = 240_000;
const firstDelayMs = 5_000;
const failedDelayMs = 30_000;

function isLastTry(attempt: number): boolean {
  return attempt >= turnedAwayMax;
}

/** Whether a step is retried, and after how many seconds. `attempt` is 1 for the first. */
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
  // Retrying does not fix a bug.
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

/** The invocation that runs steps; a durable execution has many. */
interface Invocation {
  hasTimeLeft(): boolean;
}

/**
 * Steps of a Lambda durable execution: each is checkpointed, and a finished one is not repeated. Waits (the platform
 * asks to wait, the invocation's time ends) happen outside an invocation.
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

/** The error of a step. It is stored with the execution, where others may read it, so it must hold no data. */
function failureOf(error: unknown, attempt: number): unknown {
  if (error instanceof PlatformUnavailableError && !isLastTry(attempt)) {
    return new TurnedAwayError(error);
  }
  return isActedOn(error) ? error : plainError(error);
}

type Carried<T> =
  | { readonly kind: 'given'; readonly value: T }
  | { readonly kind: 'raised'; readonly name: string; readonly message: string };

/** Errors that a run acts on. Every other one is an operating error and ends the run. */
const actedOn: readonly (new (message: string) => Error)[] = [
  LeaseLostError,
  FencedOffError,
  PlatformRefusedError,
  PlatformUnavailableError,
  RangeRefusedError,
];

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

function unpack<T>(carried: Carried<T>): T {
  if (carried.kind === 'given') {
    return carried.value;
  }
  const { name, message } = carried;
  const errors = actedOn.map((kind) => new kind(message));
  throw errors.find((error) => error.name === name) ?? new Error(message);
}
