import { beforeEach, expect, test } from 'vitest';

import { lambdaContext } from '../../../../local/jobs/job-handlers.ts';
import type { TableChanges } from '../../../../shared/kernel/contract/table-changes.ts';
import { job } from '../../../../shared/kernel/records/job.ts';
import type { EditsWatched, EditsOrder } from '../../../../shared/kernel/records/use-cases/watch-edits.ts';
import { createLogger } from '../../../../shared/kernel/runtime/logger.ts';
import { editsHandler } from '../../../../shared/wiring/handlers/edits-handler.ts';
import { captureMetrics } from '../../kernel/runtime/captured-log.ts';

const clock = { now: () => Date.parse('2026-03-15T10:00:00Z') };
const runId = 'edits-2026-03-15T10:00:00.000Z-0a1b';
const enforceRunId = 'enforce-2026-03-15T10:00:00.000Z-edit-0a1b';
/** A minute before the time limit of the function. */
const stopAtMs = clock.now() + (job.limits.timeSeconds - 60) * 1_000;
const wellDone: EditsWatched = {
  run: { runId, job: job.name, at: '2026-03-15T10:00:00.000Z', startedAt: '2026-03-15T10:00:00.000Z' },
  outcome: { status: 'complete', alerts: 0, isUnfinished: false, problems: [] },
  adopted: 1,
  invalid: 0,
  failedRows: [],
  isDone: true,
};

let log: ReturnType<typeof captureMetrics>;

beforeEach(() => {
  log = captureMetrics();
});

function aHandler(end: EditsWatched = wellDone) {
  const orders: EditsOrder[] = [];
  const watchEdits = async (order: EditsOrder): Promise<EditsWatched> => {
    orders.push(order);
    return Promise.resolve(end);
  };
  const handler = editsHandler({ logger: createLogger('test'), clock, ids: { next: () => '0a1b' }, run: watchEdits });
  const invoke = async (event: TableChanges) => handler(event as never, lambdaContext(job, clock));
  return { invoke, orders };
}

function aRecord(SequenceNumber: string, scope: string, stamps: Record<string, unknown> = {}) {
  const Keys = { scope: { S: scope }, window: { S: 'month' } };
  const OldImage = { ...Keys, amount: { N: '1' } };
  const NewImage = { ...OldImage, amount: { N: '2' }, ...stamps };
  return { eventName: 'MODIFY', dynamodb: { SequenceNumber, Keys, OldImage, NewImage } } as const;
}

test('many changes are one order with each row once', async () => {
  const { invoke, orders } = aHandler();

  const answer = await invoke({ Records: [aRecord('1', 'org'), aRecord('2', 'default'), aRecord('3', 'org')] });

  expect(answer).toEqual({ batchItemFailures: [] });
  const rows = ['org', 'default'].map((scope) => ({ table: 'budgets', scope, window: 'month' }));
  expect(orders).toEqual([{ runId, enforceRunId, atMs: clock.now(), stopAtMs, rows }]);
});

test('changes that only add a version are ignored: they come from an adopted edit', async () => {
  const { invoke, orders } = aHandler();

  const answer = await invoke({ Records: [aRecord('1', 'org', { amount: { N: '1' }, version: { N: '2' } })] });

  expect(answer).toEqual({ batchItemFailures: [] });
  expect(orders).toEqual([]);
});

test('from the first change of a row that could not be looked at on, all is handed over again', async () => {
  const row = { table: 'budgets', scope: 'default', window: 'month' } as const;
  const { invoke } = aHandler({ ...wellDone, failedRows: [{ row, problem: 'StaleRecordError' }] });

  const answer = await invoke({ Records: [aRecord('1', 'org'), aRecord('2', 'default'), aRecord('3', 'default')] });

  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
});

test('a run that failed has the whole batch handed over again', async () => {
  const { invoke } = aHandler({ ...wellDone, isDone: false });

  const answer = await invoke({ Records: [aRecord('7', 'org'), aRecord('8', 'default')] });

  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '7' }] });
});

test('a text that is not an event is refused', async () => {
  const { invoke, orders } = aHandler();

  await expect(invoke({ Records: [{ eventName: 'TEA' }] } as never)).rejects.toThrow(/./);
  expect(orders).toEqual([]);
});

test('the end of a batch is logged as a run of its own, which names the run that follows', async () => {
  const { invoke } = aHandler();

  await invoke({ Records: [aRecord('1', 'org')] });

  expect(log.entries()).toMatchObject([
    { runId, enforceRunId, job: 'edits', status: 'complete', runsDone: 1, adopted: 1, changes: 1 },
  ]);
});
