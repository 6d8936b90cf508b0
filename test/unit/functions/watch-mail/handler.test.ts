import { beforeEach, expect, test } from 'vitest';

import { lambdaContext } from '../../../../local/jobs/job-handlers.ts';
import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import { immediateSteps } from '../../../../shared/kernel/runs/store/immediate-steps.ts';
import { createLogger } from '../../../../shared/kernel/runtime/logger.ts';
import { job } from '../../../../shared/mail/bounces-job.ts';
import type { MailEvent } from '../../../../shared/mail/recipient.ts';
import { memoryRecipientStore } from '../../../../shared/mail/store/memory-mail-stores.ts';
import { watchMail, type WatchMailPorts } from '../../../../shared/mail/use-cases/watch-mail.ts';
import { bouncesHandler } from '../../../../shared/wiring/handlers/bounces-handler.ts';
import { sesSamples } from '../../../support/mail-events.ts';
import { captureMetrics } from '../../kernel/runtime/captured-log.ts';

const clock = { now: () => Date.parse('2026-03-15T10:00:00Z') };

let log: ReturnType<typeof captureMetrics>;

beforeEach(() => {
  log = captureMetrics();
});

function aHandler({ lastMs = clock.now(), broken }: { readonly lastMs?: number; readonly broken?: Error } = {}) {
  const events: MailEvent[] = [];
  const journal = memoryJournal();
  const ports: WatchMailPorts = {
    // The run itself goes by this one.
    clock: { now: () => lastMs },
    steps: immediateSteps(),
    recipients: memoryRecipientStore(),
    journal: {
      ...journal,
      append: async (entries) => (broken === undefined ? journal.append(entries) : Promise.reject(broken)),
    },
  };
  const handler = bouncesHandler({
    logger: createLogger('test'),
    clock,
    run: async (order) => {
      events.push(...order.events);
      return watchMail(ports, order);
    },
    countReachable: async () => Promise.resolve({ adminsReachable: 2, recipientsUnreachable: 1 }),
  });
  const invoke = async (event: unknown) => handler(event as never, lambdaContext(job, clock));
  return { invoke, events };
}

test('an event is recorded for every address, and the log counts addresses without naming them', async () => {
  const { invoke, events } = aHandler();

  const answer = await invoke(sesSamples.bounce);

  expect(answer).toEqual({ noted: 1, recorded: 0 });
  expect(events).toMatchObject([{ what: 'hard-bounce', address: 'ann@acme.example' }]);
  expect(log.entries()).toMatchObject([
    { job: 'bounces', status: 'complete', eventType: 'Bounce', noted: 1, recorded: 0, runsDone: 1 },
  ]);
  expect(log.text()).not.toContain('acme.example');
});

test('an event that changes nothing is recorded', async () => {
  const { invoke } = aHandler();

  expect(await invoke(sesSamples.deliveryDelay)).toEqual({ noted: 0, recorded: 1 });
});

test('an unknown kind of event is ignored with a line in the log', async () => {
  const { invoke, events } = aHandler();

  const answer = await invoke(sesSamples.delivery);

  expect(answer).toEqual({ noted: 0, recorded: 0 });
  expect(events).toEqual([]);
  expect(log.text()).toContain('mail event ignored');
  expect(log.text()).toContain('"eventType":"Delivery"');
});

test('a known event that cannot be read is an error without any of its values', async () => {
  const { invoke, events } = aHandler();
  const broken = { ...sesSamples.bounce, detail: { ...sesSamples.bounce.detail, bounce: { secret: 'hunter2' } } };

  await expect(invoke(broken)).rejects.toThrow('Failed to parse');

  expect(events).toEqual([]);
  expect(log.text()).toContain('invocation failed');
  expect(log.text()).not.toContain('hunter2');
});

test('an event that could not be recorded fails, so that it is delivered again', async () => {
  const { invoke } = aHandler({ broken: new Error('the table is gone') });

  await expect(invoke(sesSamples.complaint)).rejects.toThrow('the table is gone');
});

test('an event for which no time is left fails, so that it is delivered again', async () => {
  const { invoke } = aHandler({ lastMs: clock.now() + job.limits.timeSeconds * 1_000 });

  await expect(invoke(sesSamples.bounce)).rejects.toThrow(/bounces-2026-03-15T02:31:06.000Z-told-/);

  expect(log.entries()[0]).toMatchObject({ status: 'failed', runsDone: 0, noted: 0 });
});

test('the scheduled run counts the reachable recipients as metrics', async () => {
  const { invoke, events } = aHandler();

  const answer = await invoke({ job: 'bounces', schedule: 'hourly', scheduledTime: '2026-03-15T10:45:00Z' });

  expect(answer).toEqual({ adminsReachable: 2, recipientsUnreachable: 1 });
  expect(events).toEqual([]);
  const [line = ''] = log.text().split('\n');
  expect(JSON.parse(line)).toMatchObject({
    runId: 'bounces-2026-03-15T10:45:00.000Z-hourly',
    adminsReachable: 2,
    runsDone: 1,
    _aws: { CloudWatchMetrics: [{ Metrics: expect.arrayContaining([{ Name: 'adminsReachable' }]) }, {}] },
  });
});

test('the run of another job is refused', async () => {
  const { invoke } = aHandler();

  await expect(invoke({ job: 'enforce', schedule: 'hourly', scheduledTime: '2026-03-15T10:45:00Z' })).rejects.toThrow(
    'Failed to parse',
  );
});
