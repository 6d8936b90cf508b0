import type { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { parser } from '@aws-lambda-powertools/parser/middleware';
import middy from '@middy/core';
import type { Context } from 'aws-lambda';
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

/** What a mail that has just been begun may take, and giving back the lease after it. */
const stopEarlyMs = 60_000;

const runSuffixOfStream = 'written';

export interface Deps {
  readonly logger: Logger;
  readonly clock: Clock;
  /** How the steps of one invocation are done. */
  readonly stepsOf: (context: Context) => Steps;
  readonly sendMails: (steps: Steps, order: MailsOrder) => Promise<MailsSent>;
}

/**
 * Sends the mails that are written. That some of them could not be sent is a normal end; what an error of a store left
 * is sent by the next run. No change of the outbox is handed over again on purpose: the schedule finds what is left.
 */
export function createHandler({ logger, clock, stepsOf, sendMails }: Deps) {
  return middy()
    .use(plainErrors(logger))
    .use(injectLambdaContext(logger, { resetKeys: true }))
    .use(parser({ schema: MailsEvent }))
    .handler(async (event, context) => {
      const written = 'Records' in event ? event.Records.flatMap((change) => newMailIn(change) ?? []) : [];
      const stopAtMs = clock.now() + context.getRemainingTimeInMillis() - stopEarlyMs;
      const sent = await sendMails(stepsOf(context), { written, stopAtMs });
      const summary = { ...runOf(event, clock.now()), ...summaryOf(sent) };
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
