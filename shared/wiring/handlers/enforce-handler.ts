import type { Logger } from '@aws-lambda-powertools/logger';
import * as z from 'zod';

import { AfterEditRequest, ByHandRequest, byHandSchedule, editSchedule } from '../../enforcement/contract.ts';
import { job } from '../../enforcement/job.ts';
import { type EnforcementRun, hasTakenEffect } from '../../enforcement/use-cases/enforce-budgets.ts';
import type { EnforcementOrder } from '../../enforcement/use-cases/enforcement-work.ts';
import { ScheduledRun } from '../../kernel/runs/contract/scheduled-run.ts';
import type { Clock, Steps } from '../../kernel/runs/ports.ts';
import { runIdOf, windowStartSuffix } from '../../kernel/runs/run-id.ts';
import { jobFrame } from '../../kernel/runtime/job-frame.ts';
import { logRun } from '../../kernel/runtime/log-run.ts';

/** A run of a schedule: the same event delivered twice is the same run, since its id is made of the event. */
const OfSchedule = z.strictObject({
  ...ScheduledRun.shape,
  job: z.literal(job.name),
  schedule: z.enum(job.schedules.map(({ name }) => name)),
});

/** What the function takes: strict, so that a misspelt request to apply a plan never becomes a whole run. */
export const EnforceRequest = z.discriminatedUnion('schedule', [OfSchedule, ByHandRequest, AfterEditRequest]);
export type EnforceRequest = z.output<typeof EnforceRequest>;

/** Sets limits, once. A run that failed, or edits that have not taken effect, raise RunFailedError. */
export function enforceHandler({
  logger,
  clock,
  steps,
  run: enforce,
}: {
  readonly logger: Logger;
  readonly clock: Clock;
  /** Those of the run, which may continue in another invocation. */
  readonly steps: Steps;
  readonly run: (order: EnforcementOrder) => Promise<EnforcementRun>;
}) {
  return jobFrame(logger, EnforceRequest).handler(async (request) => {
    const { schedule } = request;
    const startedMs = await steps.run('start', async () => clock.now());
    const wanted = wantedOf(request, startedMs);
    const stopAtMs = startedMs + job.limits.durable.runSeconds * 1000;
    const run = await enforce({ ...wanted, dryRun: false, stopAtMs });
    return logRun(logger, run, {
      schedule,
      isTriedAgain: schedule === editSchedule && !hasTakenEffect(run),
    });
  });
}

function wantedOf(request: EnforceRequest, nowMs: number): Omit<EnforcementOrder, 'dryRun' | 'stopAtMs'> {
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
