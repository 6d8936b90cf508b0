import type { DurableContext } from '@aws/durable-execution-sdk-js';

import { PlatformUnavailableError } from '../../application/runs/ports.ts';
import type { Steps } from '../../application/runs/steps.ts';
import { plainError } from '../../runtime/plain-error.ts';
import { carry, isActedOn, unpack, type Carried } from './carried.ts';
import { decideRetry, isLastTry, NoTimeLeftError, TurnedAwayError } from './step-retry.ts';

/** The invocation in which steps are done; one durable execution has many. */
export interface Invocation {
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
