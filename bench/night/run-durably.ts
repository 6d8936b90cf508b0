import { withDurableExecution, type DurableContext } from '@aws/durable-execution-sdk-js';
import { LocalDurableTestRunner, OperationType } from '@aws/durable-execution-sdk-js-testing';

import { durableSteps } from '../../shared/kernel/runs/aws/durable-steps.ts';
import type { Steps } from '../../shared/kernel/runs/ports.ts';
import { stepsRun } from '../../shared/kernel/runs/use-cases/lease-keeper.ts';

export interface RanDurably<T> {
  readonly result: T;
  /** Steps, waits and groups; an execution has 3,000 at most. */
  readonly operations: number;
  /** The results of its steps as they are kept; an execution has 100 MB at most. */
  readonly checkpointBytes: number;
  /** The longest step of each kind: one that is broken off is done again, and has to fit into an invocation with room. */
  readonly stepSeconds: Readonly<Record<string, number>>;
}

/** Does work in the steps of a durable execution, on AWS's own runner for tests of such functions. */
export async function runDurably<T>(work: (steps: Steps) => Promise<T>): Promise<RanDurably<T>> {
  await LocalDurableTestRunner.setupTestEnvironment({ skipTime: false });
  try {
    const stepSeconds: Record<string, number> = {};
    const handlerFunction = withDurableExecution(async (_event: unknown, context: DurableContext) =>
      work(timedSteps(durableSteps(context, { hasTimeLeft: () => true }), stepSeconds)),
    );
    const execution = await new LocalDurableTestRunner<T>({ handlerFunction }).run({ payload: {} });
    const result = execution.getResult();
    if (result === undefined) {
      throw new Error(`the execution ended ${execution.getStatus()}`);
    }
    const operations = execution.getOperations();
    const kept = operations
      .filter((operation) => operation.getType() === OperationType.STEP)
      .map((operation) => operation.getStepDetails()?.result ?? null);
    return {
      result,
      operations: operations.length,
      checkpointBytes: Buffer.byteLength(JSON.stringify(kept)),
      stepSeconds,
    };
  } finally {
    await LocalDurableTestRunner.teardownTestEnvironment();
  }
}

function timedSteps(steps: Steps, stepSeconds: Record<string, number>): Steps {
  return stepsRun(
    steps,
    (among) => async (name, work) =>
      among.run(name, async () => {
        const startedMs = performance.now();
        const done = await work();
        const kind = /^[a-z ]*[a-z]/u.exec(name)?.[0] ?? name;
        stepSeconds[kind] = Math.max(stepSeconds[kind] ?? 0, (performance.now() - startedMs) / 1_000);
        return done;
      }),
  );
}
