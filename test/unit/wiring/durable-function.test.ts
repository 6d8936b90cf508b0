import { LocalDurableTestRunner } from '@aws/durable-execution-sdk-js-testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createHandler } from '../../../functions/enforce-budgets/handler.ts';
import type { EnforcementRun } from '../../../shared/application/enforcement/enforce-budgets.ts';
import type { EnforcementOrder } from '../../../shared/application/enforcement/enforcement-work.ts';
import type { Steps } from '../../../shared/application/runs/steps.ts';
import { enforcementOutcome, failedOutcome } from '../../../shared/domain/runs/outcome.ts';
import { createLogger } from '../../../shared/runtime/logger.ts';
import { durableFunction } from '../../../shared/wiring/durable-function.ts';
import { captureLog } from '../runtime/captured-log.ts';

const nightly = { job: 'enforce', schedule: 'nightly', scheduledTime: '2026-03-02T02:30:00Z' };

let log: ReturnType<typeof captureLog>;

beforeAll(async () => LocalDurableTestRunner.setupTestEnvironment({ skipTime: true }));
afterAll(async () => LocalDurableTestRunner.teardownTestEnvironment());
beforeEach(() => {
  log = captureLog();
});

/** A night that waits, so that it is begun anew, and then ends as told. */
async function execute(problem: string) {
  const nightIn =
    (steps: Steps) =>
    async ({ runId, atMs }: EnforcementOrder): Promise<EnforcementRun> => {
      await steps.wait('a while', 60_000);
      await steps.wait('a while longer', 60_000);
      const at = new Date(atMs).toISOString();
      return {
        run: { runId, job: 'enforce', at, startedAt: at },
        outcome: enforcementOutcome(failedOutcome(problem)),
        outcomes: new Map(),
      };
    };
  const handlerFunction = durableFunction({ stepSeconds: 1 }, (steps) =>
    createHandler({
      logger: createLogger('test'),
      clock: { now: () => Date.parse('2026-03-02T02:30:09Z') },
      steps,
      enforceBudgets: nightIn(steps),
    }),
  );
  return new LocalDurableTestRunner({ handlerFunction }).run({ payload: nightly });
}

test('a run that failed fails its execution once, with what it says of itself, however often it was begun anew', async () => {
  const execution = await execute('the platform is away');

  expect(execution.getStatus()).toBe('FAILED');
  expect(execution.getError()).toMatchObject({
    errorType: 'RunFailedError',
    errorMessage: 'enforce-2026-03-02T02:30:00.000Z-nightly failed: the platform is away',
  });
  expect(execution.getInvocations().length).toBeGreaterThan(1);
  const lines = log.text().split('\n');
  expect(lines.filter((line) => line.includes('run ended'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('invocation failed'))).toHaveLength(1);
});
