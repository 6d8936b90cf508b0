import type { DurableContext } from '@aws/durable-execution-sdk-js';
import {
  PlatformUnavailableError,
  FencedOffError,
  PlatformRefusedError,
  RangeRefusedError,
} from '../../application/runs/ports.ts';
import type { Steps } from '../../application/runs/steps.ts';
import { plainError } from '../../runtime/plain-error.ts';
import { decideRetry, isLastTry, NoTimeLeftError, TurnedAwayError } from './step-retry.ts';
import { LeaseLostError } from '../../application/runs/lease-keeper.ts';

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
