import type { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { parser } from '@aws-lambda-powertools/parser/middleware';
import middy from '@middy/core';
import * as z from 'zod';

import { TableChanges } from '../../shared/kernel/contract/table-changes.ts';
import { ScheduledRun } from '../../shared/kernel/runs/contract/scheduled-run.ts';
import { runIdOf } from '../../shared/kernel/runs/run-id.ts';
import type { RunOrder } from '../../shared/kernel/runs/use-cases/job.ts';
import type { Clock, Ids } from '../../shared/kernel/runs/use-cases/ports.ts';
import { logRun } from '../../shared/kernel/runtime/log-run.ts';
import { plainErrors } from '../../shared/kernel/runtime/plain-error.ts';
import type { notifyRequests } from '../../shared/requests/use-cases/notify-requests.ts';
import { job } from './job.ts';

const { name, limits } = job;

/** A schedule, or requests that were made or decided. */
const RequestsEvent = z.union([ScheduledRun.extend({ job: z.literal(name) }), TableChanges]);

interface Deps {
  readonly logger: Logger;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly run: (order: RunOrder) => ReturnType<typeof notifyRequests>;
}

/** Notifies of requests. Changes that could not be worked on because another run held the lease are delivered again. */
export function createHandler({ logger, clock, ids, run }: Deps) {
  return middy()
    .use(injectLambdaContext(logger, { resetKeys: true }))
    .use(plainErrors(logger))
    .use(parser({ schema: RequestsEvent }))
    .handler(async (event, context) => {
      const isStream = 'Records' in event;
      const atMs = isStream ? clock.now() : Date.parse(event.scheduledTime);
      const ended = await run({
        runId: runIdOf(name, atMs, isStream ? ids.next() : event.schedule),
        atMs,
        stopAtMs: clock.now() + context.getRemainingTimeInMillis() - limits.stopEarlySeconds * 1_000,
      });
      const isTriedAgain = isStream && ended.outcome.status === 'held';
      return { ...logRun(logger, ended, { isTriedAgain }), batchItemFailures: [] };
    });
}
