import type { Context } from 'aws-lambda';
import { beforeEach, expect, test } from 'vitest';

import type { Watch } from '../../../../shared/controls/use-cases/watch-controls.ts';
import type { WatchOrder } from '../../../../shared/controls/use-cases/watch-work.ts';
import { jobNamed } from '../../../../shared/jobs.ts';
import type { RunOutcome } from '../../../../shared/kernel/runs/run.ts';
import { createLogger } from '../../../../shared/kernel/runtime/logger.ts';
import { scheduledHandler } from '../../../../shared/kernel/runtime/scheduled-handler.ts';
import { captureMetrics } from './captured-log.ts';

const nowMs = Date.parse('2026-03-02T08:05:09Z');
const scheduled = { job: 'controls', schedule: 'every-5-minutes', scheduledTime: '2026-03-02T08:05:00Z' };
const complete: RunOutcome = {
  status: 'complete',
  capsChanged: 0,
  capsFailed: 0,
  alerts: 2,
  isUnfinished: false,
  problems: [],
};

let log: ReturnType<typeof captureMetrics>;

beforeEach(() => {
  log = captureMetrics();
});

/** The handler over a use case that ends as told, and every order that reached it. */
function aHandler(outcome: RunOutcome = complete) {
  const orders: WatchOrder[] = [];
  const run = async (order: WatchOrder): Promise<Watch> => {
    orders.push(order);
    const at = new Date(order.atMs).toISOString();
    return { run: { runId: order.runId, job: 'controls', at, startedAt: at }, outcome, reports: [] };
  };
  const handler = scheduledHandler(jobNamed('controls'), {
    logger: createLogger('test'),
    clock: { now: () => nowMs },
    run,
  });
  // What the parser refuses is the matter of one of these tests.
  const invoke = async (event: unknown) => handler(event as Parameters<typeof handler>[0], lambdaContext());
  return { invoke, orders };
}

function lambdaContext(): Context {
  const context: Partial<Context> = {
    functionName: 'controls',
    awsRequestId: 'request-1',
    getRemainingTimeInMillis: () => 900_000,
  };
  // The rest of the context is read by nobody here.
  return context as Context;
}

test('a run is about the scheduled time, and the same event delivered twice orders the same run', async () => {
  const { invoke, orders } = aHandler();

  const summary = await invoke(scheduled);
  await invoke(scheduled);

  expect(summary).toMatchObject({ status: 'complete', alerts: 2 });
  expect(orders[1]).toEqual(orders[0]);
  expect(orders[0]).toEqual({
    runId: 'controls-2026-03-02T08:05:00.000Z-every-5-minutes',
    atMs: Date.parse('2026-03-02T08:05:00Z'),
    dryRun: false,
    stopAtMs: nowMs + 900_000 - 300_000,
  });
});

test('a run that failed fails the invocation with the reason, and one that is held does not', async () => {
  const held = { guard: 'another-run', detail: 'another run is reading' } as const;
  const failed = aHandler({ ...complete, status: 'failed', problems: ['GET history answered 503'] });
  const waiting = aHandler({ ...complete, status: 'held', held });

  const invocation = failed.invoke(scheduled);

  await expect(invocation).rejects.toThrow('GET history answered 503');
  expect(await waiting.invoke(scheduled)).toMatchObject({ status: 'held', guard: 'another-run' });
});

test('an event of another job is refused', async () => {
  const { invoke, orders } = aHandler();

  await expect(invoke({ ...scheduled, job: 'enforce' })).rejects.toThrow('job');
  expect(orders).toEqual([]);
});

test('the end of a run is logged with its run id, and is its metrics', async () => {
  const { invoke } = aHandler();

  await invoke(scheduled);

  const runId = 'controls-2026-03-02T08:05:00.000Z-every-5-minutes';
  expect(log.entries()).toMatchObject([{ runId, FunctionName: 'controls', runsDone: 1, alerts: 2 }]);
});
