import type { Logger } from '@aws-lambda-powertools/logger';
import * as z from 'zod';

import { ScheduledRun } from '../../kernel/runs/contract/scheduled-run.ts';
import type { Clock } from '../../kernel/runs/ports.ts';
import { runIdOf } from '../../kernel/runs/run-id.ts';
import { jobFrame } from '../../kernel/runtime/job-frame.ts';
import { logRun } from '../../kernel/runtime/log-run.ts';
import { scheduledRunId } from '../../kernel/runtime/plain-error.ts';
import { job as declaration } from '../../mail/bounces-job.ts';
import { mailDeliveryIn, MailEventEnvelope, mailEventsIn } from '../../mail/contract/mail-events.ts';
import type { MailEventsOrder, MailWatched } from '../../mail/use-cases/watch-mail.ts';
import type { Reachable } from '../../notifications/use-cases/read-routing.ts';

const { name: job, limits } = declaration;

const LookRun = ScheduledRun.extend({ job: z.literal(job) });

interface Deps {
  readonly logger: Logger;
  readonly clock: Clock;
  readonly run: (order: MailEventsOrder) => Promise<MailWatched>;
  readonly countReachable: () => Promise<Reachable>;
}

/**
 * Records what SES reports about a mail or, by its schedule, counts the reachable recipients. An event of another kind
 * is ignored; one of a known kind that cannot be read is an error, and becomes a dead letter.
 */
export function bouncesHandler(deps: Deps) {
  return jobFrame(deps.logger, z.union([LookRun, MailEventEnvelope]), runIdIn).handler(async (event, context) => {
    if ('job' in event) {
      return look(deps, event);
    }
    return record(deps, event, {
      stopAtMs: deps.clock.now() + context.getRemainingTimeInMillis() - limits.stopEarlySeconds * 1_000,
    });
  });
}

function runIdIn(event: unknown): string | undefined {
  const delivery = mailDeliveryIn(event);
  return delivery === undefined ? scheduledRunId(event) : deliveryRunId(delivery);
}

/** Recording an event of SES is a run as well: the same event delivered twice is the same run. */
function deliveryRunId({ id, atMs }: { readonly id: string; readonly atMs: number }): string {
  return runIdOf(job, atMs, `told-${id}`);
}

/** The line of the log is a metric too: an alarm is raised when nobody is reachable. */
async function look({ logger, countReachable }: Deps, run: z.output<typeof LookRun>): Promise<Reachable> {
  const { schedule, scheduledTime } = run;
  const reachable = await countReachable();
  const runId = runIdOf(job, Date.parse(scheduledTime), schedule);
  const outcome = { status: 'complete', alerts: 0, isUnfinished: false, problems: [] } as const;
  logRun(logger, { run: { runId, job }, outcome }, { schedule, ...reachable, alerts: undefined });
  return reachable;
}

async function record(
  { logger, run }: Deps,
  envelope: z.output<typeof MailEventEnvelope>,
  limits: Pick<MailEventsOrder, 'stopAtMs'>,
): Promise<{ readonly noted: number; readonly recorded: number }> {
  const { eventType } = envelope.detail;
  const events = mailEventsIn(envelope);
  if (events === undefined) {
    logger.info('mail event ignored', { eventType });
    return { noted: 0, recorded: 0 };
  }
  const delivery = { id: envelope.id, atMs: Date.parse(envelope.time) };
  const watched = await run({ runId: deliveryRunId(delivery), atMs: delivery.atMs, ...limits, events });
  const { noted, recorded } = watched;
  logRun(logger, watched, { eventType, noted, recorded, alerts: undefined });
  return { noted, recorded };
}
