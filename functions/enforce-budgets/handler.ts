import type { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { parser } from '@aws-lambda-powertools/parser/middleware';
import middy from '@middy/core';

import { byHandSchedule, editSchedule } from '../../shared/enforcement/contract.ts';
import { hasTakenEffect, type EnforcementRun } from '../../shared/enforcement/use-cases/enforce-budgets.ts';
import type { EnforcementOrder } from '../../shared/enforcement/use-cases/enforcement-work.ts';
import { runIdOf, windowStartSuffix } from '../../shared/kernel/runs/run-id.ts';
import type { Clock } from '../../shared/kernel/runs/use-cases/ports.ts';
import type { Steps } from '../../shared/kernel/runs/use-cases/steps.ts';
import { logRun } from '../../shared/kernel/runtime/log-run.ts';
import { plainErrors } from '../../shared/kernel/runtime/plain-error.ts';
import { EnforceRequest } from './enforce-request.ts';
import { job } from './job.ts';

interface Deps {
  readonly logger: Logger;
  readonly clock: Clock;
  /** Those of the run, which may continue in another invocation. */
  readonly steps: Steps;
  readonly enforceBudgets: (order: EnforcementOrder) => Promise<EnforcementRun>;
}

/** Sets limits, once. A run that failed, or edits that have not taken effect, raise RunFailedError. */
export function createHandler({ logger, clock, steps, enforceBudgets }: Deps) {
  return middy()
    .use(injectLambdaContext(logger, { resetKeys: true }))
    .use(plainErrors(logger))
    .use(parser({ schema: EnforceRequest }))
    .handler(async (request) => {
      const { schedule } = request;
      const startedMs = await steps.run('start', async () => clock.now());
      const wanted = wantedOf(request, startedMs);
      const stopAtMs = startedMs + job.limits.durable.runSeconds * 1000;
      const run = await enforceBudgets({ ...wanted, dryRun: false, stopAtMs });
      return logRun(logger, run, {
        schedule,
        isTriedAgain: schedule === editSchedule && !hasTakenEffect(run),
      });
    });
}

type Wanted = Omit<EnforcementOrder, 'dryRun' | 'stopAtMs'>;

function wantedOf(request: EnforceRequest, nowMs: number): Wanted {
  const atMs = Date.parse(request.scheduledTime);
  switch (request.schedule) {
    case byHandSchedule: {
      const { runId, apply } = request;
      return { runId, atMs, onlyIfUnfinished: false, apply };
    }
    case editSchedule:
      // What was asked for is of the day on which it is done, however long the request was on its way.
      return { runId: request.runId, atMs: Math.max(atMs, nowMs), onlyIfUnfinished: false, kind: 'edit' };
    case 'window-start':
    case 'nightly':
    case 'hourly':
      return {
        runId: runIdOf(request.job, atMs, request.schedule),
        atMs,
        lateMs: Math.max(0, nowMs - atMs),
        onlyIfUnfinished: request.schedule === 'hourly',
        ...(request.schedule === windowStartSuffix && { kind: 'window-start' as const }),
      };
  }
}
