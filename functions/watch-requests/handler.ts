import type { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { parser } from '@aws-lambda-powertools/parser/middleware';
import middy from '@middy/core';
import * as z from 'zod';

import type { notifyRequests } from '../../shared/application/requests/notify-requests.ts';
import type { RunOrder } from '../../shared/application/runs/job.ts';
import type { Clock, Ids } from '../../shared/application/runs/ports.ts';
import { ScheduledRun } from '../../shared/contracts/jobs/scheduled-run.ts';
import { TableChanges } from '../../shared/contracts/tables/table-changes.ts';
import { runIdOf } from '../../shared/domain/runs/run-id.ts';
import { logRun } from '../../shared/runtime/log-run.ts';
import { plainErrors } from '../../shared/runtime/plain-errors.ts';
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
