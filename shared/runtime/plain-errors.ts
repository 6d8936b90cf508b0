import type { Logger } from '@aws-lambda-powertools/logger';
import type { MiddlewareObj } from '@middy/core';
import * as z from 'zod';

import { ScheduledRun } from '../contracts/jobs/scheduled-run.ts';
import { runIdOf } from '../domain/runs/run-id.ts';
import { plainError } from './plain-error.ts';

/**
 * Logs the error that ends an invocation and puts a plain one in its place: the runtime prints every field of an
 * error, and those of the SDK and of HTTP hold headers and bodies. It also has every line of an invocation carry the id
 * of its run, as `runIdIn` reads it from the event; a handler whose events name no run appends the key `runId` before
 * it does anything. Stands behind what resets the keys, which for an error is done in the reverse order, so that the
 * line of the error has them still.
 */
export function plainErrors(logger: Logger, runIdIn: RunIdIn = scheduledRunId): MiddlewareObj {
  return {
    before({ event }) {
      // An invocation that waits ends in its middle, without resetting anything.
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

/** The id of the run that an event is; undefined for one that names none, or that the parser is going to refuse. */
type RunIdIn = (event: unknown) => string | undefined;

/** A run that somebody requested has the id of the request. */
const NamedRun = ScheduledRun.extend({
  runId: z
    .string()
    .regex(/^[\w.:-]{1,200}$/)
    .optional(),
});

/** The run of a schedule, or one that somebody asked for. */
export function scheduledRunId(event: unknown): string | undefined {
  const { data } = NamedRun.safeParse(event);
  return data === undefined
    ? undefined
    : (data.runId ?? runIdOf(data.job, Date.parse(data.scheduledTime), data.schedule));
}
