import type { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { parser } from '@aws-lambda-powertools/parser/middleware';
import middy from '@middy/core';
import * as z from 'zod';

import { ScheduledRun } from '../runs/contract/scheduled-run.ts';
import { runIdOf } from '../runs/run-id.ts';
import type { EndedRun, RunOrder } from '../runs/use-cases/job.ts';
import type { Clock } from '../runs/use-cases/ports.ts';
import { logRun } from './log-run.ts';
import { plainErrors } from './plain-error.ts';

interface ScheduledDeps<Result> {
  readonly logger: Logger;
  readonly clock: Clock;
  readonly run: (order: RunOrder & { readonly dryRun: boolean }) => Promise<Result>;
}

interface ScheduledJob {
  readonly name: string;
  readonly limits: { readonly stopEarlySeconds: number };
}

/** The handler of a job whose runs are single scheduled invocations. Throws RunFailedError for a failed run. */
export function scheduledHandler<Result extends EndedRun>(
  { name, limits }: ScheduledJob,
  { logger, clock, run }: ScheduledDeps<Result>,
) {
  return middy()
    .use(injectLambdaContext(logger, { resetKeys: true }))
    .use(plainErrors(logger))
    .use(parser({ schema: ScheduledRun.extend({ job: z.literal(name) }) }))
    .handler(async ({ job, schedule, scheduledTime, dryRun = false }, context) => {
      const atMs = Date.parse(scheduledTime);
      const ended = await run({
        runId: runIdOf(job, atMs, schedule),
        atMs,
        dryRun,
        stopAtMs: clock.now() + context.getRemainingTimeInMillis() - limits.stopEarlySeconds * 1_000,
      });
      return logRun(logger, ended, { schedule });
    });
}
