import { beforeEach, expect, test } from 'vitest';

import { lambdaContext } from '../../../../local/jobs/job-handlers.ts';
import { immediateSteps } from '../../../../shared/kernel/runs/store/immediate-steps.ts';
import { createLogger } from '../../../../shared/kernel/runtime/logger.ts';
import { job } from '../../../../shared/mail/job.ts';
import type { MailsOrder, MailsSent } from '../../../../shared/mail/use-cases/send-mails.ts';
import { mailsHandler } from '../../../../shared/wiring/handlers/mails-handler.ts';
import { captureMetrics } from '../../kernel/runtime/captured-log.ts';

const clock = { now: () => Date.parse('2026-03-15T10:10:04Z') };
const scheduled = { job: 'mails', schedule: 'every-10-minutes', scheduledTime: '2026-03-15T10:10:00Z' };
const wellDone: Extract<MailsSent, { kind: 'done' }> = {
  kind: 'done',
  taken: 2,
  refused: 0,
  unknown: 0,
  turnedAway: 0,
  overdue: 0,
  left: 1,
  comeBackAtMs: Date.parse('2026-03-15T11:00:00Z'),
  problems: [],
};

let log: ReturnType<typeof captureMetrics>;

beforeEach(() => {
  log = captureMetrics();
});

function aHandler(end: MailsSent = wellDone) {
  const orders: MailsOrder[] = [];
  const handler = mailsHandler({
    logger: createLogger('test'),
    clock,
    steps: immediateSteps(),
    run: async (order) => {
      orders.push(order);
      return Promise.resolve(end);
    },
  });
  // What the parser refuses is the matter of one of these tests.
  const invoke = async (event: unknown) => handler(event as Parameters<typeof handler>[0], lambdaContext(job, clock));
  return { invoke, orders };
}

function aRecord(eventName: string, mailId: string) {
  return { eventName, dynamodb: { SequenceNumber: '1', Keys: { mailId: { S: mailId } } } };
}

test('a schedule sends what there is, and time is left to end in', async () => {
  const { invoke, orders } = aHandler();

  const answer = await invoke(scheduled);

  expect(orders).toEqual([{ written: [], stopAtMs: clock.now() + job.limits.durable.runSeconds * 1000 }]);
  expect(answer).toMatchObject({
    runId: 'mails-2026-03-15T10:10:00.000Z-every-10-minutes',
    status: 'complete',
    mailsTaken: 2,
    mailsLeft: 1,
    comeBackAt: '2026-03-15T11:00:00.000Z',
  });
});

test('mails that were written start a run that knows of them, and none of them is handed over again', async () => {
  const { invoke, orders } = aHandler();

  const answer = await invoke({ Records: [aRecord('INSERT', 'a'), aRecord('MODIFY', 'b'), aRecord('REMOVE', 'c')] });

  expect(orders).toMatchObject([{ written: ['a'] }]);
  expect(answer.batchItemFailures).toEqual([]);
});

test.each([
  { title: 'was turned away for now', counts: { turnedAway: 1 } },
  { title: 'may not have arrived', counts: { unknown: 1 } },
])('a run of which a mail $title is partial', async ({ counts }) => {
  const { invoke } = aHandler({ ...wellDone, ...counts, problems: ['quota exceeded'] });

  const answer = await invoke(scheduled);

  expect(answer).toMatchObject({ status: 'partial', problems: ['quota exceeded'] });
});

test.each([
  { title: 'was refused', counts: { refused: 1 } },
  { title: 'has been turned away for long', counts: { turnedAway: 1, overdue: 1 } },
])('a run of which a mail $title fails with the reason, since nobody else reports it', async ({ counts }) => {
  const { invoke } = aHandler({ ...wellDone, ...counts, problems: ['verify the addresses'] });

  const invocation = invoke(scheduled);

  await expect(invocation).rejects.toThrow('verify the addresses');
  expect(log.entries()).toMatchObject([{ status: 'failed', problems: ['verify the addresses'] }, { level: 'ERROR' }]);
});

test('a run that another one held up is no failure', async () => {
  const { invoke } = aHandler({ kind: 'held' });

  const answer = await invoke(scheduled);

  expect(answer).toMatchObject({ status: 'held', guard: 'another-run' });
});

test('an event of another job, or none, is refused', async () => {
  const { invoke, orders } = aHandler();

  await expect(invoke({ ...scheduled, job: 'enforce' })).rejects.toThrow('parse');
  await expect(invoke({})).rejects.toThrow('parse');
  expect(orders).toEqual([]);
});

test('the end of a run is logged with its run id, and is its metrics', async () => {
  const { invoke } = aHandler();

  await invoke(scheduled);

  const runId = 'mails-2026-03-15T10:10:00.000Z-every-10-minutes';
  expect(log.entries()).toMatchObject([{ runId, mailsTaken: 2, FunctionName: 'deliver-mails', runsDone: 1 }]);
});
