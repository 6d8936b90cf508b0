import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { beforeEach, expect, test } from 'vitest';

import { createLogger } from '../../../../shared/kernel/runtime/logger.ts';
import { plainErrors } from '../../../../shared/kernel/runtime/plain-error.ts';
import { logPlatformEvent } from '../../../../shared/wiring/lambda/function-platform.ts';
import { captureLog } from './captured-log.ts';

const nightly = { job: 'enforce', schedule: 'nightly', scheduledTime: '2026-03-02T02:30:00Z' };
const hourly = { ...nightly, schedule: 'hourly', scheduledTime: '2026-03-02T03:30:00Z' };
const runId = 'enforce-2026-03-02T02:30:00.000Z-nightly';

let log: ReturnType<typeof captureLog>;

beforeEach(() => {
  log = captureLog();
});

/** A function that logs in the middle of its work, with the middleware that every function has. */
function aFunction(work: () => void = () => {}) {
  const logger = createLogger('test');
  const handler = middy()
    .use(injectLambdaContext(logger, { resetKeys: true }))
    .use(plainErrors(logger))
    .handler(async () => {
      logPlatformEvent(logger, { kind: 'key-read-again', endpoint: 'GET /things', status: 401 });
      work();
      logger.info('done');
      return Promise.resolve();
    });
  // The rest of the context is read by nobody here.
  const context = { functionName: 'f', awsRequestId: 'request-1' } as Context;
  return async (event: unknown) => handler(event, context);
}

test('every line of a scheduled run carries its run id, that of a platform event in the middle of it too', async () => {
  await aFunction()(nightly);

  expect(log.entries()).toMatchObject([
    { runId, endpoint: 'GET /things' },
    { runId, message: 'done' },
  ]);
});

test('a run that somebody asked for is logged under the id that it was asked for by', async () => {
  const asked = 'enforce-2026-03-02T14:00:00.000Z-edit-0a1b2c3d';

  await aFunction()({ job: 'enforce', schedule: 'edit', scheduledTime: '2026-03-02T14:00:00Z', runId: asked });

  expect(log.entries()).toMatchObject([{ runId: asked, endpoint: 'GET /things' }, { runId: asked }]);
});

test('a warm function does not carry the id of an earlier run along', async () => {
  const invoke = aFunction();

  await invoke(nightly);
  await invoke(hourly);
  await invoke({ Records: [] });

  expect(log.entries().map((entry) => entry['runId'])).toEqual([
    runId,
    runId,
    'enforce-2026-03-02T03:30:00.000Z-hourly',
    'enforce-2026-03-02T03:30:00.000Z-hourly',
    undefined,
    undefined,
  ]);
});

test('the line of an error that ends a run carries its id, and the next run does not', async () => {
  const failures = [true, false];
  const invoke = aFunction(() => {
    if (failures.shift() === true) {
      throw new Error('the table is not there');
    }
  });

  await expect(invoke(nightly)).rejects.toThrow('the table is not there');
  await invoke({ Records: [] });

  expect(log.entries()).toMatchObject([
    { runId, endpoint: 'GET /things' },
    { runId, message: 'invocation failed' },
    { message: expect.stringContaining('key') },
    { message: 'done' },
  ]);
  expect(
    log
      .entries()
      .slice(2)
      .map((entry) => entry['runId']),
  ).toEqual([undefined, undefined]);
});
