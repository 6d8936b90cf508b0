import type { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { parser } from '@aws-lambda-powertools/parser/middleware';
import middy from '@middy/core';
import * as z from 'zod';

import type { Clock } from '../../shared/application/ports.ts';
import type { MailsOrder, MailsSent } from '../../shared/application/send-mails.ts';
import type { Steps } from '../../shared/application/steps.ts';
import { ScheduledRun } from '../../shared/contracts/scheduled-run.ts';
import { newMailIn, TableChanges } from '../../shared/contracts/table-changes.ts';
import { runIdOf } from '../../shared/domain/runs/run-id.ts';
import { plainErrors } from '../../shared/runtime/plain-errors.ts';

const MailsRun = ScheduledRun.extend({ job: z.literal('mails') });

/** A schedule, or rows that were written to the outbox. */
const MailsEvent = z.union([MailsRun, TableChanges]);
export type MailsEvent = z.output<typeof MailsEvent>;

const runSuffixOfStream = 'written';

export interface Deps {
  readonly logger: Logger;
  readonly clock: Clock;
  /** Those of the run, which may be taken up again in another invocation. */
  readonly steps: Steps;
  /** After so long a run begins nothing more. */
  readonly runMsMax: number;
  readonly sendMails: (order: MailsOrder) => Promise<MailsSent>;
}

/**
 * Sends the mails that are written. That some of them could not be sent is a normal end; what an error of a store left
 * is sent by the next run. No change of the outbox is handed over again on purpose: the schedule finds what is left.
 */
export function createHandler({ logger, clock, steps, runMsMax, sendMails }: Deps) {
  return middy()
    .use(plainErrors(logger))
    .use(injectLambdaContext(logger, { resetKeys: true }))
    .use(parser({ schema: MailsEvent }))
    .handler(async (event) => {
      const written = 'Records' in event ? event.Records.flatMap((change) => newMailIn(change) ?? []) : [];
      const startedMs = await steps.run('start', async () => clock.now());
      const sent = await sendMails({ written, stopAtMs: startedMs + runMsMax });
      const summary = { ...runOf(event, startedMs), ...summaryOf(sent) };
      logger.info('mails sent', summary);
      return { ...summary, batchItemFailures: [] };
    });
}

function runOf(event: MailsEvent, nowMs: number) {
  const job = 'mails';
  if ('Records' in event) {
    return { runId: runIdOf(job, nowMs, runSuffixOfStream), job };
  }
  const { schedule, scheduledTime } = event;
  return { runId: runIdOf(job, Date.parse(scheduledTime), schedule), job, schedule };
}

function summaryOf(sent: MailsSent) {
  if (sent.kind === 'held') {
    return { status: 'held', guard: 'another-run' } as const;
  }
  const { taken, refused, unknown, turnedAway, left, comeBackAtMs, problems } = sent;
  return {
    status: refused + unknown + turnedAway === 0 ? 'complete' : 'partial',
    mailsTaken: taken,
    mailsRefused: refused,
    mailsUnknown: unknown,
    mailsLeft: left,
    comeBackAt: comeBackAtMs === undefined ? undefined : new Date(comeBackAtMs).toISOString(),
    problems,
  } as const;
}
