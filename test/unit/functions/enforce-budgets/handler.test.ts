import type { Context } from 'aws-lambda';
import { beforeEach, expect, test } from 'vitest';

import { job } from '../../../../shared/enforcement/job.ts';
import type { EnforcementRun } from '../../../../shared/enforcement/use-cases/enforce-budgets.ts';
import type { EnforcementOrder } from '../../../../shared/enforcement/use-cases/enforcement-work.ts';
import { enforcementOutcome } from '../../../../shared/kernel/runs/outcome.ts';
import type { RunOutcome } from '../../../../shared/kernel/runs/run.ts';
import { immediateSteps } from '../../../../shared/kernel/runs/store/immediate-steps.ts';
import { createLogger } from '../../../../shared/kernel/runtime/logger.ts';
import { enforceHandler } from '../../../../shared/wiring/handlers/enforce-handler.ts';
import { captureMetrics } from '../../kernel/runtime/captured-log.ts';

const nowMs = Date.parse('2026-03-02T02:30:09Z');
const nightly = { job: 'enforce', schedule: 'nightly', scheduledTime: '2026-03-02T02:30:00Z' };
const byHand = {
  job: 'enforce',
  schedule: 'by-hand',
  scheduledTime: '2026-03-02T02:30:00Z',
  runId: 'enforce-2026-03-02T02:30:00.000Z-1a2b3c4d',
};
const aPlan = { planId: 'plan-1', actor: 'ada', isApproved: true };
const complete: RunOutcome = {
  status: 'complete',
  dataThrough: '2026-03-01',
  capsChanged: 7,
  capsFailed: 0,
  alerts: 1,
  isUnfinished: false,
  problems: [],
};

let log: ReturnType<typeof captureMetrics>;

beforeEach(() => {
  log = captureMetrics();
});

/** The handler over a use case that ends as told, and every order that reached it. */
function aHandler(end: RunOutcome | Error = complete) {
  const orders: EnforcementOrder[] = [];
  const enforceBudgets = async (order: EnforcementOrder): Promise<EnforcementRun> => {
    orders.push(order);
    if (end instanceof Error) {
      throw end;
    }
    const at = new Date(order.atMs).toISOString();
    return {
      run: { runId: order.runId, job: 'enforce', at, startedAt: at },
      outcome: enforcementOutcome(end),
      outcomes: new Map(),
    };
  };
  const clock = { now: () => nowMs };
  const steps = immediateSteps(async () => {});
  const handler = enforceHandler({ logger: createLogger('test'), clock, steps, run: enforceBudgets });
  // What the parser refuses is the matter of some of these tests.
  const invoke = async (event: unknown) => handler(event as Parameters<typeof handler>[0], lambdaContext());
  return { invoke, orders };
}

function lambdaContext(): Context {
  const context: Partial<Context> = {
    functionName: 'enforce',
    awsRequestId: 'request-1',
    getRemainingTimeInMillis: () => 900_000,
  };
  // The rest of the context is read by nobody here.
  return context as Context;
}

test('a run is about the scheduled time, and has its id from it', async () => {
  const { invoke, orders } = aHandler();

  await invoke(nightly);

  expect(orders).toEqual([
    {
      runId: 'enforce-2026-03-02T02:30:00.000Z-nightly',
      atMs: Date.parse('2026-03-02T02:30:00Z'),
      lateMs: nowMs - Date.parse('2026-03-02T02:30:00Z'),
      dryRun: false,
      onlyIfUnfinished: false,
      stopAtMs: nowMs + job.limits.durable.runSeconds * 1000,
    },
  ]);
});

test('the same event delivered twice orders the same run', async () => {
  const { invoke, orders } = aHandler();

  await invoke(nightly);
  await invoke(nightly);

  expect(orders[1]).toEqual(orders[0]);
});

test('the hourly schedule leaves a finished night alone', async () => {
  const { invoke, orders } = aHandler();

  await invoke({ ...nightly, schedule: 'hourly' });

  expect(orders).toMatchObject([{ onlyIfUnfinished: true }]);
});

test('the schedule of the window start orders a window start', async () => {
  const { invoke, orders } = aHandler();

  await invoke({ ...nightly, schedule: 'window-start' });

  expect(orders).toMatchObject([{ kind: 'window-start', runId: 'enforce-2026-03-02T02:30:00.000Z-window-start' }]);
});

test('the end of a night is answered and logged as a summary', async () => {
  const { invoke } = aHandler();

  const summary = await invoke(nightly);

  const facts = { status: 'complete', dataThrough: '2026-03-01', capsChanged: 7, capsFailed: 0, alerts: 1 };
  expect(summary).toMatchObject({ runId: 'enforce-2026-03-02T02:30:00.000Z-nightly', ...facts });
  expect(log.entries()).toMatchObject([{ message: 'run ended', schedule: 'nightly', ...facts }]);
});

test.each(['held', 'partial'] as const)('a night that is %s is a normal end', async (status) => {
  const { invoke } = aHandler({
    ...complete,
    status,
    held: { guard: 'trust-gate', detail: '2026-03-01 is not complete' },
  });

  await expect(invoke(nightly)).resolves.toMatchObject({ status, guard: 'trust-gate' });
});

test('a night that failed fails the invocation, so that the event is tried again and then kept', async () => {
  const { invoke } = aHandler({ ...complete, status: 'failed', problems: ['the platform refused the key'] });

  await expect(invoke(nightly)).rejects.toThrow(
    expect.objectContaining({
      name: 'RunFailedError',
      message: expect.stringMatching(/enforce-2026-03-02T02:30:00\.000Z-nightly .*refused the key/u),
    }),
  );
});

test('an error leaves the function without its attached fields', async () => {
  const error = Object.assign(new Error('the table could not be read'), { $response: { body: 'hunter2' } });
  const { invoke } = aHandler(error);

  const thrown = await invoke(nightly).catch((reason: unknown) => reason);

  expect(thrown).toMatchObject({ name: 'Error', message: 'the table could not be read' });
  expect(JSON.stringify(thrown)).not.toContain('hunter2');
  expect(log.text()).toContain('the table could not be read');
  expect(log.text()).not.toContain('hunter2');
});

test.each([
  ['another job', { ...nightly, job: 'controls' }, 'job'],
  ['a schedule name that no log could bear', { ...nightly, schedule: 'a\nb' }, 'schedule'],
  [
    'a scheduled time that is no instant',
    { ...nightly, scheduledTime: '<aws.scheduler.scheduled-time>' },
    'scheduledTime',
  ],
  ['nothing', {}, 'schedule'],
  ['a misspelt wish for a plan', { ...byHand, appply: aPlan }, ''],
  ['the id of another moment', { ...byHand, runId: 'enforce-2026-03-03T02:30:00.000Z-1a2b3c4d' }, 'runId'],
])('an event with %s is refused by naming the field, and nothing is run', async (_, event, field) => {
  const { invoke, orders } = aHandler();

  await expect(invoke(event)).rejects.toThrow(`schema: ${field}: `);

  expect(orders).toEqual([]);
});

test('a run by hand has the id that was asked for, and is as of its moment however late it comes', async () => {
  const { invoke, orders } = aHandler();

  await invoke(byHand);

  const { runId } = byHand;
  expect(orders).toEqual([
    {
      runId,
      atMs: nowMs - 9_000,
      dryRun: false,
      onlyIfUnfinished: false,
      stopAtMs: nowMs + job.limits.durable.runSeconds * 1000,
    },
  ]);
});

test('a plan that somebody looked at is applied in their name', async () => {
  const { invoke, orders } = aHandler();

  await invoke({ ...byHand, runId: byHand.runId.replace('-1a2b', '-apply-1a2b'), apply: aPlan });

  expect(orders).toMatchObject([{ apply: aPlan }]);
});

test('a run after an edit leaves the night to be done', async () => {
  const { invoke, orders } = aHandler();
  const runId = byHand.runId.replace('1a2b3c4d', 'edit-1a2b3c4d');

  await invoke({ ...byHand, schedule: 'edit', runId });

  expect(orders).toMatchObject([{ kind: 'edit', runId, atMs: nowMs }]);
});

test('a long list of problems is cut in the log, and the rest is counted', async () => {
  const problems = Array.from({ length: 25 }, (_, index) => `user ${index} was refused`);
  const { invoke } = aHandler({ ...complete, status: 'partial', problems });

  await invoke(nightly);

  expect(log.entries()).toMatchObject([{ problems: problems.slice(0, 20), problemsMore: 5 }]);
});

test('the end of a run is logged with its run id, and is its metrics', async () => {
  const { invoke } = aHandler();

  await invoke(nightly);

  const runId = 'enforce-2026-03-02T02:30:00.000Z-nightly';
  expect(log.entries()).toMatchObject([
    { runId, FunctionName: 'enforce', runsDone: 1, capsChanged: 7, isRepeat: false },
  ]);
});

test('a line that is logged in the middle of a run carries the run id', async () => {
  const { invoke } = aHandler(new Error('the store is not there'));

  await expect(invoke(nightly)).rejects.toThrow('the store is not there');

  expect(log.entries()).toMatchObject([{ runId: 'enforce-2026-03-02T02:30:00.000Z-nightly', level: 'ERROR' }]);
});
