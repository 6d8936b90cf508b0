import type { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { parser } from '@aws-lambda-powertools/parser/middleware';
import middy from '@middy/core';
import * as z from 'zod';

import type { Clock } from '../../shared/application/runs/ports.ts';
import type { Watch, WatchOrder } from '../../shared/application/controls/watch-controls.ts';
import { ScheduledRun } from '../../shared/contracts/scheduled-run.ts';
import { runIdOf } from '../../shared/domain/runs/run-id.ts';
import { plainErrors } from '../../shared/runtime/plain-errors.ts';
import { logRun } from '../../shared/runtime/log-run.ts';
import { job as declaration } from './job.ts';

const ControlsRun = ScheduledRun.extend({ job: z.literal(declaration.name) });

/** How long a page with all its retries, and evidence and mail after it, may take. */
const stopEarlyMs = 300_000;

export interface Deps {
  readonly logger: Logger;
  readonly clock: Clock;
  readonly watchControls: (order: WatchOrder) => Promise<Watch>;
}

/** Looks at the controls once. A run that failed raises RunFailedError. */
export function createHandler({ logger, clock, watchControls }: Deps) {
  return middy()
    .use(injectLambdaContext(logger, { resetKeys: true }))
    .use(plainErrors(logger))
    .use(parser({ schema: ControlsRun }))
    .handler(async ({ job, schedule, scheduledTime }, context) => {
      const atMs = Date.parse(scheduledTime);
      const watch = await watchControls({
        runId: runIdOf(job, atMs, schedule),
        atMs,
        dryRun: false,
        stopAtMs: clock.now() + context.getRemainingTimeInMillis() - stopEarlyMs,
      });
      return logRun(logger, watch, { schedule });
    });
}
