import type { Logger } from '@aws-lambda-powertools/logger';
import * as z from 'zod';

import { newMailIn, TableChanges } from '../../kernel/contract/table-changes.ts';
import { ScheduledRun } from '../../kernel/runs/contract/scheduled-run.ts';
import type { Clock, Steps } from '../../kernel/runs/ports.ts';
import { runIdOf } from '../../kernel/runs/run-id.ts';
import { jobFrame } from '../../kernel/runtime/job-frame.ts';
import { logRun } from '../../kernel/runtime/log-run.ts';
import { job as declaration } from '../../mail/job.ts';
import { mailsOutcome, type MailsOrder, type MailsSent } from '../../mail/use-cases/send-mails.ts';

const { name: job } = declaration;

const MailsRun = ScheduledRun.extend({ job: z.literal(job) });

/** A schedule, or rows that were written to the outbox. */
const MailsEvent = z.union([MailsRun, TableChanges]);

const runSuffixOfStream = 'written';

/**
 * Sends the mails that are written. A mail service that throttles, and a lost answer, are normal ends. Nobody else
 * reports a mail that the service refuses, or defers for long: then RunFailedError is raised, so that operators notice.
 * The event is delivered again for that, and finds its mails sent.
 */
export function mailsHandler({
  logger,
  clock,
  steps,
  run: send,
}: {
  readonly logger: Logger;
  readonly clock: Clock;
  /** Those of the run, which may continue in another invocation. */
  readonly steps: Steps;
  readonly run: (order: MailsOrder) => Promise<MailsSent>;
}) {
  return jobFrame(logger, MailsEvent).handler(async (event) => {
    const written = 'Records' in event ? event.Records.flatMap((change) => newMailIn(change) ?? []) : [];
    const startedMs = await steps.run('start', async () => clock.now());
    const run = runOf(event, startedMs);
    logger.appendKeys(run);
    const sent = await send({ written, stopAtMs: startedMs + declaration.limits.durable.runSeconds * 1000 });
    const counts = countsOf(sent);
    // No metric of their own: the mailer writes no mails.
    const about = { ...counts, schedule: run.schedule, alerts: undefined };
    const summary = logRun(logger, { run, outcome: mailsOutcome(sent) }, about);
    return { ...summary, ...counts, batchItemFailures: [] };
  });
}

function runOf(event: z.output<typeof MailsEvent>, nowMs: number) {
  if ('Records' in event) {
    return { runId: runIdOf(job, nowMs, runSuffixOfStream), job, schedule: undefined };
  }
  const { schedule, scheduledTime } = event;
  return { runId: runIdOf(job, Date.parse(scheduledTime), schedule), job, schedule };
}

function countsOf(sent: MailsSent) {
  if (sent.kind === 'held') {
    return {};
  }
  const { taken, refused, unknown, left, comeBackAtMs } = sent;
  return {
    mailsTaken: taken,
    mailsRefused: refused,
    mailsUnknown: unknown,
    mailsLeft: left,
    comeBackAt: comeBackAtMs === undefined ? undefined : new Date(comeBackAtMs).toISOString(),
  };
}
