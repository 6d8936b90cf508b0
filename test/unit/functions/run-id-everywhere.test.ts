import { readFileSync } from 'node:fs';

import type { Logger } from '@aws-lambda-powertools/logger';
import type { Context } from 'aws-lambda';
import { beforeEach, expect, test } from 'vitest';

import { lambdaContext } from '../../../local/jobs/job-handlers.ts';
import { jobNamed, jobs, type JobName } from '../../../shared/jobs.ts';
import { immediateSteps } from '../../../shared/kernel/runs/store/immediate-steps.ts';
import { createLogger } from '../../../shared/kernel/runtime/logger.ts';
import { scheduledHandler } from '../../../shared/kernel/runtime/scheduled-handler.ts';
import { digest } from '../../../shared/wiring/digest-job.ts';
import { monthlyExports as exports } from '../../../shared/wiring/exports-job.ts';
import { bouncesHandler } from '../../../shared/wiring/handlers/bounces-handler.ts';
import { editsHandler } from '../../../shared/wiring/handlers/edits-handler.ts';
import { enforceHandler } from '../../../shared/wiring/handlers/enforce-handler.ts';
import { mailsHandler } from '../../../shared/wiring/handlers/mails-handler.ts';
import * as wired from '../../../shared/wiring/jobs.ts';
import { logPlatformEvent } from '../../../shared/wiring/lambda/function-platform.ts';
import { sesSamples } from '../../support/mail-events.ts';
import { captureLog } from '../kernel/runtime/captured-log.ts';

const clock = { now: () => Date.parse('2026-03-15T10:10:04Z') };
const ids = { next: () => '0a1b' };
const scheduledTime = '2026-03-15T10:10:00Z';
const steps = immediateSteps();
type Handler = (event: never, context: Context) => Promise<unknown>;

/** Every handler, with its work broken: `work` logs something, then raises. That of `controls` is that of all watchers. */
const functions: Readonly<Partial<Record<JobName, (logger: Logger, work: () => Promise<never>) => Handler>>> = {
  mails: (logger, run) => mailsHandler({ logger, clock, steps, run }),
  enforce: (logger, run) => enforceHandler({ logger, clock, steps, run }),
  controls: (logger, run) => scheduledHandler(jobNamed('controls'), { logger, clock, run }),
  edits: (logger, run) => editsHandler({ logger, clock, ids, run }),
  bounces: (logger, work) => bouncesHandler({ logger, clock, run: work, countReachable: work }),
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
  const { watchers: _watchers, ...jobsAlone } = wired;
  for (const { name } of others) {
    // By the handler of all watchers, or by one of its own in the same frame.
    const { handler } = Object.values({ ...jobsAlone, digest, exports }).find(({ job }) => job.name === name) ?? {};
    const path = `shared/wiring/handlers/${name}-handler.ts`;
    expect(handler === scheduledHandler || readFileSync(path, 'utf8').includes('jobFrame(')).toBe(true);
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
