import { beforeEach, expect, test } from 'vitest';

import type { EnforcementRun } from '../../../../shared/enforcement/use-cases/enforce-budgets.ts';
import type { EnforcementOrder } from '../../../../shared/enforcement/use-cases/enforcement-work.ts';
import { enforcementOutcome, failedOutcome } from '../../../../shared/kernel/runs/outcome.ts';
import type { Steps } from '../../../../shared/kernel/runs/ports.ts';
import { createLogger } from '../../../../shared/kernel/runtime/logger.ts';
import { enforceHandler } from '../../../../shared/wiring/handlers/enforce-handler.ts';
import { durableFunction } from '../../../../shared/wiring/lambda/deployed-durable-job.ts';
import { runExecution } from '../../../support/durable-service.ts';
import { partOf } from '../../../support/part-of.ts';
import { virtualClock } from '../../../world/virtual-clock.ts';
import { captureLog } from '../../kernel/runtime/captured-log.ts';

const nightly = { job: 'enforce', schedule: 'nightly', scheduledTime: '2026-03-02T02:30:00Z' };

let log: ReturnType<typeof captureLog>;

beforeEach(() => {
  log = captureLog();
});

/** A night that waits twice, so that it is begun again, and then fails as told; how it ended, and how often it began. */
async function execute(problem: string) {
  let invocations = 0;
  const nightIn =
    (steps: Steps) =>
    async ({ runId, atMs }: EnforcementOrder): Promise<EnforcementRun> => {
      invocations += 1;
      await steps.wait('a while', 60_000);
      await steps.wait('a while longer', 60_000);
      const at = new Date(atMs).toISOString();
      return {
        run: { runId, job: 'enforce', at, startedAt: at },
        outcome: enforcementOutcome(failedOutcome(problem)),
        outcomes: new Map(),
      };
    };
  const clock = virtualClock(Date.parse('2026-03-02T02:30:09Z'));
  const handler = durableFunction(partOf({ stepSeconds: 1 }), (steps) =>
    enforceHandler({ logger: createLogger('test'), clock, steps, run: nightIn(steps) }),
  );
  const ended = await runExecution({ event: nightly, handler, clock }).then(() => 'done', String);
  return { ended, invocations };
}

test('a run that failed fails its execution once, with what it says of itself, however often it was begun again', async () => {
  const { ended, invocations } = await execute('the platform is away');

  expect(ended).toMatch(/RunFailedError: enforce-2026-03-02T02:30:00\.000Z-nightly/u);
  expect(invocations).toBe(3);
  const lines = log.text().split('\n');
  expect(lines.filter((line) => line.includes('run ended'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('invocation failed'))).toHaveLength(1);
});
