import type { Logger } from '@aws-lambda-powertools/logger';
import type { MiddlewareObj } from '@middy/core';
import * as z from 'zod';

import { ScheduledRun } from '../contracts/scheduled-run.ts';
import { runIdOf } from '../domain/runs/run-id.ts';
import { plainError } from './plain-error.ts';

/**
 * Logs the error that ends an invocation and puts a plain one in its place: the runtime prints every field of an
 * error, and those of the SDK and of HTTP hold headers and bodies. Stands first, so that it meets errors last, and
 * so that every line of a scheduled run, that one included, carries the id of the run.
 */
export function plainErrors(logger: Logger): MiddlewareObj {
  return {
    before({ event }) {
      logger.appendKeys(runKeys(event));
    },
    onError(request) {
      const error = plainError(request.error);
      // Keys of the run are reset by now.
      logger.error('invocation failed', { error, ...runKeys(request.event) });
      request.error = error;
    },
  };
}

/** A run that somebody asked for has its id from whoever asked. */
const NamedRun = ScheduledRun.extend({
  runId: z
    .string()
    .regex(/^[\w.:-]{1,200}$/)
    .exactOptional(),
});

/** Nothing for an event of another kind, or one that the parser is going to refuse. */
function runKeys(event: unknown): { readonly runId?: string } {
  const { data } = NamedRun.safeParse(event);
  return data === undefined
    ? {}
    : { runId: data.runId ?? runIdOf(data.job, Date.parse(data.scheduledTime), data.schedule) };
}
