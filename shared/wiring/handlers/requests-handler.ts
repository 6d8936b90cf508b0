import type { Logger } from '@aws-lambda-powertools/logger';
import * as z from 'zod';

import { TableChanges } from '../../kernel/contract/table-changes.ts';
import { ScheduledRun } from '../../kernel/runs/contract/scheduled-run.ts';
import type { Clock, Ids } from '../../kernel/runs/ports.ts';
import { runIdOf } from '../../kernel/runs/run-id.ts';
import type { RunOrder } from '../../kernel/runs/use-cases/job.ts';
import { jobFrame } from '../../kernel/runtime/job-frame.ts';
import { logRun } from '../../kernel/runtime/log-run.ts';
import { job } from '../../requests/job.ts';
import type { notifyRequests } from '../../requests/use-cases/notify-requests.ts';

const { name, limits } = job;

const RequestsEvent = z.union([ScheduledRun.extend({ job: z.literal(name) }), TableChanges]);

/** Notifies of requests. Changes that could not be worked on because another run held the lease are delivered again. */
export function requestsHandler({
  logger,
  clock,
  ids,
  run,
}: {
  readonly logger: Logger;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly run: (order: RunOrder) => ReturnType<typeof notifyRequests>;
}) {
  return jobFrame(logger, RequestsEvent).handler(async (event, context) => {
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
