import { readdirSync } from 'node:fs';
import type { Logger } from '@aws-lambda-powertools/logger';
import type { Context } from 'aws-lambda';
import { beforeEach, expect, test } from 'vitest';

import { createHandler as createDeliverMails } from '../../../functions/deliver-mails/handler.ts';
import { createHandler as createEnforceBudgets } from '../../../functions/enforce-budgets/handler.ts';
import { createHandler as createWatchControls } from '../../../functions/watch-controls/handler.ts';
import { createHandler as createWatchEdits } from '../../../functions/watch-edits/handler.ts';
import { createHandler as createWatchMail } from '../../../functions/watch-mail/handler.ts';
import { lambdaContext } from '../../../local/lambda-context.ts';
import { immediateSteps } from '../../../shared/adapters/memory/immediate-steps.ts';
import { createLogger } from '../../../shared/runtime/logger.ts';
import { logPlatformEvent } from '../../../shared/wiring/log-platform-event.ts';
import { sesSamples } from '../../support/mail-events.ts';
import { captureLog } from '../runtime/captured-log.ts';

const clock = { now: () => Date.parse('2026-03-15T10:10:04Z') };
const ids = { next: () => '0a1b' };
const scheduledTime = '2026-03-15T10:10:00Z';
const steps = immediateSteps();
const runMsMax = 600_000;

type Fails = () => Promise<never>;
type Handler = (event: never, context: Context) => Promise<unknown>;

/** Every function, with its work broken: `work` logs something, then raises. */
const functions: Readonly<Record<string, (logger: Logger, work: Fails) => Handler>> = {
  'deliver-mails': (logger, sendMails) => createDeliverMails({ logger, clock, steps, runMsMax, sendMails }),
  'enforce-budgets': (logger, enforceBudgets) =>
    createEnforceBudgets({ logger, clock, steps, runMsMax, enforceBudgets }),
  'watch-controls': (logger, watchControls) => createWatchControls({ logger, clock, watchControls }),
  'watch-edits': (logger, watchEdits) => createWatchEdits({ logger, clock, ids, watchEdits }),
  'watch-mail': (logger, work) => createWatchMail({ logger, recordMailEvent: work, countReachable: work }),
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
  ['deliver-mails', { job: 'mails', schedule: 'every-10-minutes', scheduledTime }, 'every-10-minutes'],
  ['deliver-mails', { Records: [writtenMail] }, 'mails-2026-03-15T10:10:04.000Z-written'],
  ['enforce-budgets', { job: 'enforce', schedule: 'nightly', scheduledTime }, 'nightly'],
  ['enforce-budgets', editRun('edit-0a1b'), 'edit-0a1b'],
  ['watch-controls', { job: 'controls', schedule: 'every-5-minutes', scheduledTime }, 'every-5-minutes'],
  ['watch-edits', { Records: [editedRow] }, 'enforce-2026-03-15T10:10:04.000Z-edit-0a1b'],
  ['watch-mail', { job: 'bounces', schedule: 'hourly', scheduledTime }, 'hourly'],
  ['watch-mail', sesSamples.bounce, `bounces-2026-03-15T02:31:06.000Z-told-${sesSamples.bounce.id}`],
] as const;

function editRun(suffix: string) {
  return { job: 'enforce', schedule: 'edit', scheduledTime, runId: `enforce-2026-03-15T10:10:00.000Z-${suffix}` };
}

let log: ReturnType<typeof captureLog>;

beforeEach(() => {
  log = captureLog();
});

/** One environment of a function, in which it may be invoked again and again. */
function environment(folder: string) {
  const logger = createLogger(folder);
  const handler = functions[folder]?.(logger, async () => {
    logPlatformEvent(logger, { kind: 'key-read-again', endpoint: 'GET /things', status: 401 });
    return Promise.reject(new Error('the table is not there'));
  });
  const context = lambdaContext(folder, { timeLimitSeconds: 900, memoryMb: 512 }, clock);
  return { logger, invoke: async (event: unknown) => handler?.(event as never, context) };
}

test('every function is among those that are looked at', () => {
  const folders = readdirSync('functions');

  expect(Object.keys(functions).toSorted()).toEqual(folders.toSorted());
  expect([...new Set(events.map(([folder]) => folder))].toSorted()).toEqual(folders.toSorted());
});

test.for(events)(
  'each line of %s carries the id of its run, that of its error too: %j',
  async ([folder, event, id]) => {
    const { invoke } = environment(folder);

    await expect(invoke(event)).rejects.toThrow('the table is not there');

    const runIds = log.entries().map((entry) => entry['runId']);
    expect(log.entries()).toMatchObject([{ endpoint: 'GET /things' }, { message: 'invocation failed' }]);
    expect(runIds).toEqual([expect.stringMatching(new RegExp(`${id}$`)), runIds[0]]);
  },
);

test.for(Object.keys(functions))('%s carries nothing along of a run that was left in its middle', async (folder) => {
  const { logger, invoke } = environment(folder);
  // As an execution does that waits for its next invocation.
  logger.appendKeys({ runId: 'an earlier run', schedule: 'in-between' });

  await invoke({ tea: true }).catch(() => {});

  expect(log.entries()).toMatchObject([{ message: 'invocation failed' }]);
  expect(log.text()).not.toContain('an earlier run');
  expect(log.text()).not.toContain('in-between');
});
