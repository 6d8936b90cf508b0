import { withDurableExecution, type DurableContext } from '@aws/durable-execution-sdk-js';
import { LocalDurableTestRunner } from '@aws/durable-execution-sdk-js-testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { durableSteps } from '../../../../../shared/kernel/runs/aws/durable-steps.ts';
import { PlatformRefusedError, PlatformUnavailableError, type Steps } from '../../../../../shared/kernel/runs/ports.ts';
import { LeaseLostError } from '../../../../../shared/kernel/runs/use-cases/lease-keeper.ts';
import { runExecution } from '../../../../support/durable-service.ts';
import { secretCanary } from '../../../../world/sudden-end.ts';
import { virtualClock } from '../../../../world/virtual-clock.ts';

/* Under AWS's own test runner for durable functions, which skips time. */

beforeAll(async () => LocalDurableTestRunner.setupTestEnvironment({ skipTime: true }));
afterAll(async () => LocalDurableTestRunner.teardownTestEnvironment());

function handlerOf<T>(work: (steps: Steps) => Promise<T>) {
  return withDurableExecution(async (_event: unknown, context: DurableContext) =>
    work(durableSteps(context, { hasTimeLeft: () => true })),
  );
}

async function execute<T>(work: (steps: Steps) => Promise<T>) {
  const runner = new LocalDurableTestRunner({ handlerFunction: handlerOf(work) });
  return runner.run({ payload: {} });
}

/** What is done between waits: the names of the steps as they are done, and the work itself. */
function workWithWaits() {
  const done: string[] = [];
  const work = async (steps: Steps) => {
    const first = await steps.run('first', async () => done.push('first'));
    await steps.wait('a while', 3_600_000);
    const second = await steps.group('more', async (inner) => {
      await inner.wait('again', 60_000);
      return inner.run('second', async () => done.push('second'));
    });
    await steps.wait('at last', 60_000);
    return { first, second };
  };
  return { done, work };
}

test('what is done is done once, however often the execution begins again', async () => {
  const { done, work } = workWithWaits();

  const { result, invocations } = await runExecution({ event: {}, handler: handlerOf(work), clock: virtualClock(0) });

  expect(result).toEqual({ first: 1, second: 2 });
  expect(done).toEqual(['first', 'second']);
  // Each wait ends an invocation.
  expect(invocations).toBe(4);
});

// Whether a wait ends an invocation there depends on how fast the time is skipped.
test('under the test runner of AWS, too, what is done is done once', async () => {
  const { done, work } = workWithWaits();

  const execution = await execute(work);

  expect(execution.getStatus()).toBe('SUCCEEDED');
  expect(execution.getResult()).toEqual({ first: 1, second: 2 });
  expect(done).toEqual(['first', 'second']);
});

test('a step that the platform turns away is done again after the wait that it asks for', async () => {
  let tries = 0;

  const execution = await execute(async (steps) =>
    steps.run('page', async () => {
      tries += 1;
      if (tries < 3) {
        throw new PlatformUnavailableError('429', { retryAfterMs: 120_000 });
      }
      return tries;
    }),
  );

  expect(execution.getResult()).toBe(3);
  const delays = execution.getHistoryEvents().flatMap(({ StepFailedDetails }) => {
    const seconds = StepFailedDetails?.RetryDetails?.NextAttemptDelaySeconds;
    return seconds === undefined ? [] : [seconds];
  });
  expect(delays).toEqual([120, 120]);
});

test.for([new PlatformRefusedError('no'), new LeaseLostError('late')])(
  'what a run acts on is raised as what it was, by a step as by a group of steps: $name',
  async (raised) => {
    const execution = await execute(async (steps) => {
      const seen: string[] = [];
      const note = (error: unknown): void => {
        seen.push(error instanceof raised.constructor && error instanceof Error ? error.message : 'another error');
      };
      await steps.run('step', async () => Promise.reject(raised)).catch(note);
      await steps.group('group', async (inner) => inner.run('step', async () => Promise.reject(raised))).catch(note);
      await steps.wait('a while', 1_000);
      return seen;
    });

    expect(execution.getResult()).toEqual([raised.message, raised.message]);
  },
);

test('a fault of operation is tried three times, ends the execution, and leaves no baggage in its history', async () => {
  let tries = 0;

  const execution = await execute(async (steps) =>
    steps.run('write', async () => {
      tries += 1;
      throw Object.assign(new Error('the table does not answer'), { $response: { headers: { key: secretCanary } } });
    }),
  );

  expect(execution.getStatus()).toBe('FAILED');
  expect(tries).toBe(3);
  expect(execution.getError().errorMessage).toBe('the table does not answer');
  expect(JSON.stringify(execution.getHistoryEvents())).not.toContain(secretCanary);
});

test('a mistake of our own is not tried again', async () => {
  let tries = 0;

  const execution = await execute(async (steps) =>
    steps.run('plan', async () => {
      tries += 1;
      throw Object.assign(new Error('a rule does not hold'), { name: 'InvariantError' });
    }),
  );

  expect(execution.getStatus()).toBe('FAILED');
  expect(tries).toBe(1);
});
