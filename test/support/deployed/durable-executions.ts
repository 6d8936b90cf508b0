import type { OperationUpdate, WireOperation } from '@aws/durable-execution-sdk-js';
import * as z from 'zod';

import { dueOf, operationAfter, operationsMax, refuseIfTooLarge } from '../durable-operations.ts';

/** What Lambda keeps of durable executions, as its API takes and gives it: it outlives every process. */
interface DurableExecutions {
  begin(functionArn: string, input: unknown, nowMs: number): DurableExecution;
  /** `CheckpointDurableExecution`. Undefined: the process that asked is no more. */
  checkpoint(arn: string, body: unknown): Promise<object | undefined>;
  /** `GetDurableExecutionState`. */
  state(arn: string, marker: string): object;
}

interface DurableExecution {
  /** The event of the next invocation. Those before it can write no more checkpoints. */
  nextEvent(): object;
  /** Called with each checkpoint, counted from 1, before and after it is kept. What it answers ends the process that asked. */
  onCheckpoint: (at: Checkpoint) => Promise<'go-on' | 'killed'>;
  /** When the first of what waits is due, Unix milliseconds; undefined when nothing waits. */
  dueMs(): number | undefined;
  /** What waits until then is ready from now on. */
  letTimePass(nowMs: number): void;
  readonly checkpoints: number;
  /** Names of the steps that are done, in order. */
  readonly stepsDone: readonly string[];
}

interface Checkpoint {
  /** Counted from 1. */
  readonly number: number;
  /** Whether it is kept already. */
  readonly when: 'before' | 'after';
  /** The steps that are done with it, by name. */
  readonly done: readonly string[];
}

const CheckpointBody = z.object({ CheckpointToken: z.string(), Updates: z.array(z.unknown()).default([]) });

/** So many operations come with an event or a page; the others are asked for. */
const pageMax = 10;

interface Kept {
  readonly operations: Map<string, WireOperation>;
  readonly stepsDone: string[];
  token: number;
  checkpoints: number;
  readonly execution: DurableExecution;
}

export function durableExecutions(now: () => number): DurableExecutions {
  const all = new Map<string, Kept>();
  const keptOf = (arn: string): Kept => {
    const kept = all.get(arn);
    if (kept === undefined) {
      throw new Error(`there is no execution ${arn}`);
    }
    return kept;
  };

  return {
    begin(functionArn, input, nowMs) {
      const arn = `${functionArn}/durable-execution/run-${all.size + 1}/${all.size + 1}`;
      const kept = newlyKept(arn, JSON.stringify(input), nowMs);
      all.set(arn, kept);
      return kept.execution;
    },
    async checkpoint(arn, body) {
      const kept = keptOf(arn);
      const { CheckpointToken, Updates } = CheckpointBody.parse(body);
      if (CheckpointToken !== tokenOf(kept)) {
        throw new Error('Invalid checkpoint token');
      }
      const number = kept.checkpoints + 1;
      const updates = Updates as OperationUpdate[];
      const done = updates.flatMap(({ Type, Action, Name = '' }) =>
        Type === 'STEP' && Action === 'SUCCEED' ? [Name] : [],
      );
      if ((await kept.execution.onCheckpoint({ number, when: 'before', done })) === 'killed') {
        return undefined;
      }
      kept.checkpoints = number;
      kept.token += 1;
      const changed = updates.map((update) => applied(kept, update, new Date(now())));
      if ((await kept.execution.onCheckpoint({ number, when: 'after', done })) === 'killed') {
        return undefined;
      }
      return { CheckpointToken: tokenOf(kept), NewExecutionState: { Operations: changed.map(inAnswer) } };
    },
    state(arn, marker) {
      const { Operations, NextMarker } = pageOf(keptOf(arn), Number(marker));
      return { Operations: Operations.map(inAnswer), NextMarker };
    },
  };
}

function newlyKept(arn: string, InputPayload: string, nowMs: number): Kept {
  const stepsDone: string[] = [];
  const first = { Id: 'execution', Type: 'EXECUTION', Status: 'STARTED', StartTimestamp: new Date(nowMs) } as const;
  const operations = new Map<string, WireOperation>([[first.Id, { ...first, ExecutionDetails: { InputPayload } }]]);
  const waiting = () => [...operations.values()].flatMap((operation) => dueOf(operation) ?? []);
  const execution: DurableExecution = {
    nextEvent() {
      kept.token += 1;
      const state = pageOf(kept, 0);
      return { DurableExecutionArn: arn, CheckpointToken: tokenOf(kept), InitialExecutionState: state };
    },
    onCheckpoint: async () => Promise.resolve('go-on'),
    dueMs: () => {
      const due = waiting().map(({ atMs }) => atMs);
      return due.length === 0 ? undefined : Math.min(...due);
    },
    letTimePass(untilMs) {
      const due = waiting().filter(({ atMs }) => atMs <= untilMs);
      due.forEach(({ ready }) => operations.set(ready.Id ?? '', ready));
    },
    get checkpoints() {
      return kept.checkpoints;
    },
    stepsDone,
  };
  const kept: Kept = { operations, stepsDone, token: 0, checkpoints: 0, execution };
  return kept;
}

function tokenOf({ token }: Kept): string {
  return `token-${token}`;
}

function applied({ operations, stepsDone }: Kept, update: OperationUpdate, at: Date): WireOperation {
  refuseIfTooLarge(update);
  const id = update.Id ?? '';
  const next = operationAfter(operations.get(id), update, at);
  operations.set(id, next);
  if (operations.size > operationsMax) {
    throw new Error(`an execution has ${operationsMax} operations at most`);
  }
  if (next.Status === 'SUCCEEDED' && next.Type === 'STEP') {
    stepsDone.push(next.Name ?? '');
  }
  return next;
}

function pageOf({ operations }: Kept, from: number) {
  const Operations = [...operations.values()].slice(from, from + pageMax);
  const next = from + pageMax;
  return { Operations, ...(next < operations.size && { NextMarker: String(next) }) };
}

/** An event has its moments as text; an answer of the API has them as seconds. */
function inAnswer(operation: WireOperation): unknown {
  return JSON.parse(JSON.stringify(operation), (name, value: unknown) =>
    name.endsWith('Timestamp') && typeof value === 'string' ? Date.parse(value) / 1_000 : value,
  );
}
