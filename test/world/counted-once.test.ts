import type { Context } from 'aws-lambda';
import { beforeEach, expect, test } from 'vitest';

import { jobNamed } from '../../shared/jobs.ts';
import { immediateSteps } from '../../shared/kernel/runs/store/immediate-steps.ts';
import { memoryRunStore } from '../../shared/kernel/runs/store/memory-run-store.ts';
import { passed } from '../../shared/kernel/runs/use-cases/job.ts';
import { applyPermitted, closeRun, endOf, runJob } from '../../shared/kernel/runs/use-cases/run-job.ts';
import { createLogger } from '../../shared/kernel/runtime/logger.ts';
import { scheduledHandler } from '../../shared/kernel/runtime/scheduled-handler.ts';
import { enforceHandler } from '../../shared/wiring/handlers/enforce-handler.ts';
import { captureMetrics } from '../unit/kernel/runtime/captured-log.ts';
import { anEnforcementWorld, instantOf, invoke } from './enforcement-world.ts';
import { smallOrganization } from './scenarios.ts';

/* What a metric filter of CloudWatch adds up: the same event may be delivered any number of times. */

let log: ReturnType<typeof captureMetrics>;

beforeEach(() => {
  log = captureMetrics();
});

const lambda = { functionName: 'a-function', getRemainingTimeInMillis: () => 900_000 };
// The rest of the context is read by nobody here.
const context = lambda as unknown as Context;

/** The sum of a metric over all lines that announce it. */
function counted(name: string): number {
  const announcing = log.entries().filter((line) => JSON.stringify(line['_aws'] ?? '').includes(`"${name}"`));
  return announcing.reduce((sum, line) => sum + Number(line[name]), 0);
}

test('a night that is delivered twice counts its limits and its alerts once', async () => {
  const world = anEnforcementWorld(smallOrganization);
  world.clock.moveTo(instantOf('2026-01-18'));
  const handler = enforceHandler({
    logger: createLogger('test'),
    clock: world.clock,
    steps: immediateSteps(async () => {}),
    run: async ({ runId }) => invoke(world, { runId, at: '2026-01-18' }),
  });
  const event = { job: 'enforce', schedule: 'nightly', scheduledTime: '2026-01-18T02:30:00Z' } as const;

  const first = await handler(event, context);
  await handler(event, context);

  expect(first).toMatchObject({ capsChanged: expect.any(Number) });
  expect(counted('capsChanged')).toBe(Object(first).capsChanged);
  expect(counted('capsChanged')).toBeGreaterThan(0);
  expect(counted('alerts')).toBe(Object(first).alerts);
  expect(counted('runsDone')).toBe(2);
});

test('a watcher whose event is delivered twice counts its alerts once', async () => {
  const runs = memoryRunStore();
  const clock = { now: () => instantOf('2026-01-18T04:30:00Z') };
  const handler = scheduledHandler(jobNamed('roster'), {
    logger: createLogger('test'),
    clock,
    run: async (order) =>
      runJob(
        { clock, steps: immediateSteps(async () => {}) },
        order,
        { name: 'roster', record: { runs } },
        async (open) => {
          const end = await endOf(async () => applyPermitted(open, passed, async () => ({})));
          return closeRun(open, end, () => ({ status: 'complete', alerts: 4, isUnfinished: false, problems: [] }));
        },
      ),
  });
  const event = { job: 'roster', schedule: 'daily', scheduledTime: '2026-01-18T04:30:00Z' };

  await handler(event, context);
  await handler(event, context);

  expect(counted('alerts')).toBe(4);
});
