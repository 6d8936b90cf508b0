import {
  DurableExecutionInvocationInputWithClient,
  type CheckpointDurableExecutionRequest,
  type DurableExecutionClient,
  type DurableExecutionInvocationInput,
  type DurableExecutionInvocationOutput,
  type DurableLambdaHandler,
  type OperationUpdate,
  type WireOperation,
} from '@aws/durable-execution-sdk-js';

import { lambdaContext } from '../../local/jobs/job-handlers.ts';
import { job } from '../../shared/enforcement/job.ts';
import { dueOf, operationAfter, operationsMax, refuseIfTooLarge } from './durable-operations.ts';

/** What happens at one checkpoint of an execution. */
export interface Kill {
  /** Counted from 1. */
  readonly checkpoint: number;
  /** Whether the service has it already when the invocation ends. */
  readonly when: 'before' | 'after';
}

interface Execution {
  readonly event: object;
  /** The function as it is deployed: what `withDurableExecution` gives. */
  readonly handler: DurableLambdaHandler;
  readonly clock: { now(): number; moveBy(ms: number): void };
  readonly kill?: Kill;
  /** Settles when the first invocation ends in another way. */
  readonly death?: Promise<'died'>;
  /** Called when an invocation is gone: nothing of it may do anything more. */
  readonly onKilled?: () => void;
}

export interface Executed<Result> {
  readonly result: Result;
  readonly invocations: number;
  readonly checkpoints: number;
  /** Names of the steps and waits that came to their end, in order. */
  readonly done: readonly string[];
  readonly operations: number;
  readonly bytes: number;
}

const invocationsMax = 500;

/**
 * Runs a durable execution to its end with the SDK itself, on a twin of the service that keeps its checkpoints: waits
 * and delays pass on a virtual clock, each resumption is a new invocation which begins at the top.
 */
export async function runExecution<Result>(execution: Execution): Promise<Executed<Result>> {
  const service = durableService(execution);
  const input = JSON.stringify(execution.event);
  for (let invocations = 1; invocations <= invocationsMax; invocations += 1) {
    const invocation = new DurableExecutionInvocationInputWithClient(service.invocation(input), service.client);
    const context = lambdaContext(job, execution.clock);
    const deaths = [service.death(), ...(invocations === 1 && execution.death !== undefined ? [execution.death] : [])];
    const ended = await Promise.race([execution.handler(invocation, context), ...deaths]);
    if (ended === 'killed' || ended === 'died') {
      execution.onKilled?.();
      service.revive();
      continue;
    }
    const output: DurableExecutionInvocationOutput = ended;
    if (output.Status === 'SUCCEEDED') {
      // The result of a handler comes back as the JSON that it was made into.
      const result = JSON.parse(output.Result ?? 'null') as Result;
      return { result, invocations, ...service.figures() };
    }
    if (output.Status === 'FAILED') {
      // What it still has under way stands still with its environment.
      execution.onKilled?.();
      throw new Error(`the execution failed: ${output.Error.ErrorType}: ${output.Error.ErrorMessage}`);
    }
    service.letTimePass();
  }
  throw new Error(`the execution has not ended after ${invocationsMax} invocations`);
}

interface Service {
  readonly client: DurableExecutionClient;
  invocation(input: string): DurableExecutionInvocationInput;
  death(): Promise<'killed'>;
  revive(): void;
  letTimePass(): void;
  figures(): Omit<Executed<unknown>, 'result' | 'invocations'>;
}

const arn = 'arn:aws:lambda:eu-central-1:111122223333:function:enforce:1/durable-execution/run/1';

function durableService({ clock, kill }: Pick<Execution, 'clock' | 'kill'>): Service {
  const operations = new Map<string, WireOperation>();
  const done: string[] = [];
  let death = Promise.withResolvers<'killed'>();
  let checkpoints = 0;
  let token = 0;
  let bytes = 0;

  async function die(): Promise<never> {
    death.resolve('killed');
    // Never settles: whoever waits for it is part of an invocation that is gone.
    return new Promise<never>(() => {});
  }

  async function checkpoint({ CheckpointToken, Updates = [] }: CheckpointDurableExecutionRequest) {
    if (CheckpointToken !== `token-${token}`) {
      // Of an invocation that is gone.
      return new Promise<never>(() => {});
    }
    checkpoints += 1;
    if (kill?.checkpoint === checkpoints && kill.when === 'before') {
      return die();
    }
    bytes += JSON.stringify(Updates).length;
    Updates.forEach(refuseIfTooLarge);
    const changed = Updates.map((update) => apply(update));
    token += 1;
    if (kill?.checkpoint === checkpoints) {
      return die();
    }
    return { CheckpointToken: `token-${token}`, NewExecutionState: { Operations: changed } };
  }

  function apply(update: OperationUpdate): WireOperation {
    const id = update.Id ?? '';
    const next = operationAfter(operations.get(id), update, new Date(clock.now()));
    operations.set(id, next);
    if (operations.size > operationsMax) {
      throw new Error(`an execution has ${operationsMax} operations at most`);
    }
    if (next.Status === 'SUCCEEDED' && next.Type === 'STEP') {
      done.push(next.Name ?? '');
    }
    return next;
  }

  return {
    client: { checkpoint, getExecutionState: async () => ({ Operations: [] }) },
    invocation(input) {
      const execution = {
        Id: 'execution',
        Type: 'EXECUTION',
        Status: 'STARTED',
        StartTimestamp: new Date(clock.now()),
        ExecutionDetails: { InputPayload: input },
      } as const;
      const Operations: WireOperation[] = [execution, ...operations.values()];
      token += 1;
      return { DurableExecutionArn: arn, CheckpointToken: `token-${token}`, InitialExecutionState: { Operations } };
    },
    death: async () => death.promise,
    revive() {
      death = Promise.withResolvers();
    },
    letTimePass() {
      const waiting = [...operations.values()].flatMap((operation) => dueOf(operation) ?? []);
      const dueMs = Math.min(...waiting.map(({ atMs }) => atMs));
      clock.moveBy(Math.max(0, dueMs - clock.now()));
      waiting.filter(({ atMs }) => atMs <= clock.now()).forEach(({ ready }) => operations.set(ready.Id ?? '', ready));
    },
    figures: () => ({ checkpoints, done, operations: operations.size, bytes }),
  };
}
