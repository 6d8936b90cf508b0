import type { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { parser } from '@aws-lambda-powertools/parser/middleware';
import middy from '@middy/core';

import { hasTakenEffect } from '../../shared/application/enforcement/enforce-after-edits.ts';
import type { EnforcementRun, EnforcementOrder } from '../../shared/application/enforcement/enforce-budgets.ts';
import type { Clock } from '../../shared/application/runs/ports.ts';
import type { Steps } from '../../shared/application/runs/steps.ts';
import { byHandSchedule, editSchedule } from '../../shared/contracts/enforce-request.ts';
import { runIdOf, windowStartSuffix } from '../../shared/domain/runs/run-id.ts';
import { plainErrors } from '../../shared/runtime/plain-errors.ts';
import { RunFailedError } from '../../shared/runtime/run-failed-error.ts';
import { EnforceRequest } from './enforce-request.ts';
import { job } from './job.ts';

const problemsLoggedMax = 20;

export interface Deps {
  readonly logger: Logger;
  readonly clock: Clock;
  /** Those of the run, which may continue in another invocation. */
  readonly steps: Steps;
  readonly enforceBudgets: (order: EnforcementOrder) => Promise<EnforcementRun>;
}

/** Runs one night. A night that is held or partial is a normal end; one that failed throws RunFailedError. */
export function createHandler({ logger, clock, steps, enforceBudgets }: Deps) {
  return middy()
    .use(injectLambdaContext(logger, { resetKeys: true }))
    .use(plainErrors(logger))
    .use(parser({ schema: EnforceRequest }))
    .handler(async (request) => {
      const { schedule } = request;
      const startedMs = await steps.run('start', async () => clock.now());
      const wanted = wantedOf(request, startedMs);
      const night = await enforceBudgets({
        ...wanted,
        dryRun: false,
        stopAtMs: startedMs + job.limits.durable.runSeconds * 1000,
      });
      const summary = summaryOf(night);
      // A night that was finished already is told by its own run: what it did is not counted once more.
      logger.info('night ended', { schedule, ...summary, isRepeat: night.run.runId !== wanted.runId });
      if (night.outcome.status === 'failed' || (schedule === editSchedule && !hasTakenEffect(night))) {
        throw new RunFailedError(night.run.runId, summary.problems);
      }
      return summary;
    });
}

type Wanted = Omit<EnforcementOrder, 'dryRun' | 'stopAtMs'>;

function wantedOf(request: EnforceRequest, nowMs: number): Wanted {
  const atMs = Date.parse(request.scheduledTime);
  switch (request.schedule) {
    case byHandSchedule: {
      const { runId, apply } = request;
      return { runId, atMs, onlyIfUnfinished: false, ...(apply !== undefined && { apply }) };
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

function summaryOf({ run, outcome }: EnforcementRun) {
  const { status, dataThrough, capsChanged, capsFailed, alerts, isUnfinished, held, problems } = outcome;
  return {
    runId: run.runId,
    job: run.job,
    status,
    dataThrough,
    capsChanged,
    capsFailed,
    alerts,
    isUnfinished,
    guard: held?.guard,
    detail: held?.detail,
    problems: problems.slice(0, problemsLoggedMax),
    problemsMore: Math.max(0, problems.length - problemsLoggedMax),
  };
}
