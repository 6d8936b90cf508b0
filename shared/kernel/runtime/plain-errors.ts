import type { Logger } from '@aws-lambda-powertools/logger';
import type { MiddlewareObj } from '@middy/core';
import * as z from 'zod';

import { ScheduledRun } from '../runs/contract/scheduled-run.ts';
import { runIdOf } from '../runs/run-id.ts';
import { plainError } from './plain-error.ts';

/**
 * Logs the error that ends an invocation and replaces it with a plain one: the runtime prints every field, and SDK and
 * HTTP errors hold headers and bodies. Also adds the run's id, read by `runIdIn`, to every line; a handler without it
 * appends the key `runId` first. Must follow the middleware that resets the keys: error hooks run in reverse order, so
 * the error line still has them.
 */
export function plainErrors(logger: Logger, runIdIn: RunIdIn = scheduledRunId): MiddlewareObj {
  return {
    before({ event }) {
      // A suspended invocation ends midway without resetting.
      logger.resetKeys();
      logger.appendKeys({ runId: runIdIn(event) });
    },
    onError(request) {
      const error = plainError(request.error);
      logger.error('invocation failed', { error });
      request.error = error;
    },
  };
}

/** The run id of an event; undefined when it names none or the parser will reject it. */
type RunIdIn = (event: unknown) => string | undefined;

const NamedRun = ScheduledRun.extend({
  runId: z
    .string()
    .regex(/^[\w.:-]{1,200}$/)
    .optional(),
});

export function scheduledRunId(event: unknown): string | undefined {
  const { data } = NamedRun.safeParse(event);
  return data === undefined
    ? undefined
    : (data.runId ?? runIdOf(data.job, Date.parse(data.scheduledTime), data.schedule));
}
