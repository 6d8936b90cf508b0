import { existsSync, readFileSync } from 'node:fs';

import type { Logger } from '@aws-lambda-powertools/logger';
import type { Context } from 'aws-lambda';
import { beforeEach, expect, test } from 'vitest';

import { createHandler as createDeliverMails } from '../../../functions/deliver-mails/handler.ts';
import { createHandler as createEnforceBudgets } from '../../../functions/enforce-budgets/handler.ts';
import { jobNamed, jobs, type JobName } from '../../../functions/jobs.ts';
import { createHandler as createWatchEdits } from '../../../functions/watch-edits/handler.ts';
import { createHandler as createWatchMail } from '../../../functions/watch-mail/handler.ts';
import { lambdaContext } from '../../../local/jobs/lambda-context.ts';
import { immediateSteps } from '../../../shared/kernel/runs/store/immediate-steps.ts';
import { createLogger } from '../../../shared/kernel/runtime/logger.ts';
import { scheduledHandler } from '../../../shared/kernel/runtime/scheduled-handler.ts';
import { logPlatformEvent } from '../../../shared/wiring/lambda/log-platform-event.ts';
import { sesSamples } from '../../support/mail-events.ts';
import { captureLog } from '../kernel/runtime/captured-log.ts';

const clock = { now: () => Date.parse('2026-03-15T10:10:04Z') };
const ids = { next: () => '0a1b' };
const scheduledTime = '2026-03-15T10:10:00Z';
const steps = immediateSteps();

type Fails = () => Promise<never>;
type Handler = (event: never, context: Context) => Promise<unknown>;

/** Every handler, with its work broken: `work` logs something, then raises. That of `controls` is that of all watchers. */
const functions: Readonly<Partial<Record<JobName, (logger: Logger, work: Fails) => Handler>>> = {
  mails: (logger, sendMails) => createDeliverMails({ logger, clock, steps, sendMails }),
  enforce: (logger, enforceBudgets) => createEnforceBudgets({ logger, clock, steps, enforceBudgets }),
  controls: (logger, run) => scheduledHandler(jobNamed('controls'), { logger, clock, run }),
  edits: (logger, watchEdits) => createWatchEdits({ logger, clock, ids, watchEdits }),
  bounces: (logger, work) => createWatchMail({ logger, clock, watchMail: work, countReachable: work }),
};

const editedRow = {
  eventName: 'MODIFY',
  dynamodb: {
    SequenceNumber: '1',
    Keys: { scope: { S: 'org' }, window: { S: 'month' } },
    OldImage: { amount: { N: '1' } },
    NewImage: { amount: { N: '2' } },
  },
};
const writtenMail = { eventName: 'INSERT', dynamodb: { SequenceNumber: '1', Keys: { mailId: { S: 'mail-1' } } } };

/** Every kind of event that begins a run, and the id of that run. */
const events = [
  ['mails', { job: 'mails', schedule: 'every-10-minutes', scheduledTime }, 'every-10-minutes'],
  ['mails', { Records: [writtenMail] }, 'mails-2026-03-15T10:10:04.000Z-written'],
  ['enforce', { job: 'enforce', schedule: 'nightly', scheduledTime }, 'nightly'],
  ['enforce', editRun('edit-0a1b'), 'edit-0a1b'],
  ['controls', { job: 'controls', schedule: 'every-5-minutes', scheduledTime }, 'every-5-minutes'],
  ['edits', { Records: [editedRow] }, 'edits-2026-03-15T10:10:04.000Z-0a1b'],
  ['bounces', { job: 'bounces', schedule: 'hourly', scheduledTime }, 'hourly'],
  ['bounces', sesSamples.bounce, `bounces-2026-03-15T02:31:06.000Z-told-${sesSamples.bounce.id}`],
] as const;

function editRun(suffix: string) {
  return { job: 'enforce', schedule: 'edit', scheduledTime, runId: `enforce-2026-03-15T10:10:00.000Z-${suffix}` };
}

let log: ReturnType<typeof captureLog>;

beforeEach(() => {
  log = captureLog();
});

/** One environment of a function, in which it may be invoked again and again. */
function environment(name: JobName) {
  const logger = createLogger(name);
  const handler = functions[name]?.(logger, async () => {
    logPlatformEvent(logger, { kind: 'key-read-again', endpoint: 'GET /things', status: 401 });
    return Promise.reject(new Error('the table is not there'));
  });
  const context = lambdaContext(jobNamed(name), clock);
  return { logger, invoke: async (event: unknown) => handler?.(event as never, context) };
}

const lookedAt = jobs.filter(({ name }) => name in functions);

test('an event of every handler is among those that are looked at', () => {
  const others = jobs.filter((job) => !lookedAt.includes(job));

  expect(new Set(events.map(([name]) => name))).toEqual(new Set(lookedAt.map(({ name }) => name)));
  for (const { folder } of others) {
    // By the frame of all watchers, or with keys of the log that begin again with each event.
    const texts = ['main', 'handler']
      .map((file) => `functions/${folder}/${file}.ts`)
      .filter((path) => existsSync(path))
      .map((path) => readFileSync(path, 'utf8'));
    expect(texts.join('')).toMatch(/scheduledHandler\(job,|resetKeys: true/u);
  }
});

test.for(events)('each line of %s carries the id of its run, that of its error too: %j', async ([name, event, id]) => {
  const { invoke } = environment(name);

  await expect(invoke(event)).rejects.toThrow('the table is not there');

  const runIds = log.entries().map((entry) => entry['runId']);
  expect(log.entries()).toMatchObject([{ endpoint: 'GET /things' }, { message: 'invocation failed' }]);
  expect(runIds).toEqual([expect.stringMatching(new RegExp(`${id}$`)), runIds[0]]);
});

test.for(lookedAt)('$name carries nothing along of a run that was left in its middle', async ({ name }) => {
  const { logger, invoke } = environment(name);
  // As an execution does that waits for its next invocation.
  logger.appendKeys({ runId: 'an earlier run', schedule: 'in-between' });

  await invoke({ tea: true }).catch(() => {});

  expect(log.entries()).toMatchObject([{ message: 'invocation failed' }]);
  expect(log.text()).not.toContain('an earlier run');
  expect(log.text()).not.toContain('in-between');
});
