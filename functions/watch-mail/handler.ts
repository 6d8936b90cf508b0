import type { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { parser } from '@aws-lambda-powertools/parser/middleware';
import middy from '@middy/core';
import * as z from 'zod';

import type { Reachable } from '../../shared/application/notifications/read-routing.ts';
import type { MailEventOutcome } from '../../shared/application/mail/record-mail-event.ts';
import { mailDeliveryIn, MailEventEnvelope, mailEventsIn } from '../../shared/contracts/mail-events.ts';
import { ScheduledRun } from '../../shared/contracts/scheduled-run.ts';
import type { MailEvent } from '../../shared/domain/mail/mail-event.ts';
import { runIdOf } from '../../shared/domain/runs/run-id.ts';
import { plainErrors, scheduledRunId } from '../../shared/runtime/plain-errors.ts';
import { job as declaration } from './job.ts';

const { name: job } = declaration;

const LookRun = ScheduledRun.extend({ job: z.literal(job) });

export interface Deps {
  readonly logger: Logger;
  readonly recordMailEvent: (event: MailEvent) => Promise<MailEventOutcome>;
  readonly countReachable: () => Promise<Reachable>;
}

/**
 * Records what SES reports about a mail or, by its schedule, counts the reachable recipients. An event of another kind
 * is ignored; one of a known kind that cannot be read is an error, and becomes a dead letter.
 */
export function createHandler(deps: Deps) {
  return middy()
    .use(injectLambdaContext(deps.logger, { resetKeys: true }))
    .use(plainErrors(deps.logger, runIdIn))
    .use(parser({ schema: z.union([LookRun, MailEventEnvelope]) }))
    .handler(async (event) => ('job' in event ? look(deps, event) : adopt(deps, event)));
}

/** Recording an event of SES is a run as well: the same event delivered twice is the same run. */
function runIdIn(event: unknown): string | undefined {
  const delivery = mailDeliveryIn(event);
  return delivery === undefined ? scheduledRunId(event) : runIdOf(job, delivery.atMs, `told-${delivery.id}`);
}

/** The last log line is a metric too: an alarm is raised when nobody is reachable. */
async function look({ logger, countReachable }: Deps, run: z.output<typeof LookRun>): Promise<Reachable> {
  const { schedule, scheduledTime } = run;
  const reachable = await countReachable();
  const runId = runIdOf(job, Date.parse(scheduledTime), schedule);
  logger.info('recipients counted', { runId, job, schedule, status: 'complete', ...reachable });
  return reachable;
}

async function adopt(
  { logger, recordMailEvent }: Deps,
  envelope: z.output<typeof MailEventEnvelope>,
): Promise<{ readonly noted: number; readonly recorded: number }> {
  const { eventType } = envelope.detail;
  const events = mailEventsIn(envelope);
  if (events === undefined) {
    logger.info('mail event ignored', { eventType });
    return { noted: 0, recorded: 0 };
  }
  const outcomes: MailEventOutcome[] = [];
  for (const event of events) {
    outcomes.push(await recordMailEvent(event));
  }
  const noted = outcomes.filter((outcome) => outcome === 'noted').length;
  const summary = { noted, recorded: outcomes.length - noted };
  logger.info('mail event recorded', { eventType, ...summary });
  return summary;
}
