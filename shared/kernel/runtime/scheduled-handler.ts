import type { Logger } from '@aws-lambda-powertools/logger';
import * as z from 'zod';

import { ScheduledRun } from '../runs/contract/scheduled-run.ts';
import type { Clock } from '../runs/ports.ts';
import { runIdOf } from '../runs/run-id.ts';
import type { EndedRun, RunOrder } from '../runs/use-cases/job.ts';
import { jobFrame } from './job-frame.ts';
import { logRun } from './log-run.ts';

/** What such a run is asked to do. */
export interface ScheduledOrder extends RunOrder {
  readonly dryRun: boolean;
}

/** The handler of a job whose runs are single scheduled invocations. Throws RunFailedError for a failed run. */
export function scheduledHandler<Result extends EndedRun>(
  { name, limits }: { readonly name: string; readonly limits: { readonly stopEarlySeconds: number } },
  {
    logger,
    clock,
    run,
  }: { readonly logger: Logger; readonly clock: Clock; readonly run: (order: ScheduledOrder) => Promise<Result> },
) {
  return jobFrame(logger, ScheduledRun.extend({ job: z.literal(name) })).handler(
    async ({ job, schedule, scheduledTime, dryRun = false }, context) => {
      const atMs = Date.parse(scheduledTime);
      const ended = await run({
        runId: runIdOf(job, atMs, schedule),
        atMs,
        dryRun,
        stopAtMs: clock.now() + context.getRemainingTimeInMillis() - limits.stopEarlySeconds * 1_000,
      });
      return logRun(logger, ended, { schedule });
    },
  );
}
