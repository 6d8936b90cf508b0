import type { Logger } from '@aws-lambda-powertools/logger';
import type { MiddlewareObj } from '@middy/core';
import * as z from 'zod';

import { ScheduledRun } from '../runs/contract/scheduled-run.ts';
import { runIdOf } from '../runs/run-id.ts';

const causesMax = 3;
const issuesNamedMax = 10;

/** The reportable part of an error: no headers, bodies or other fields of SDK and HTTP errors. */
interface ErrorFacts {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: ErrorFacts;
}

/** Reduces an error and up to three causes to what may be logged. */
export function describeError(error: Error, causesLeft = causesMax): ErrorFacts {
  const { name, stack, cause } = error;
  return {
    name,
    message: messageOf(error),
    stack,
    ...(cause instanceof Error && causesLeft > 0 ? { cause: describeError(cause, causesLeft - 1) } : {}),
  };
}

/** An error safe for code that prints every field. */
export function plainError(error: unknown): Error {
  if (!(error instanceof Error)) {
    return new Error('something that is no error was thrown');
  }
  const { name, message, stack } = describeError(error);
  const plain = new Error(message);
  plain.name = name;
  if (stack !== undefined) {
    plain.stack = stack;
  }
  return plain;
}

/** A parser error holds its reasons as a list, which logs would omit. */
function messageOf({ message, cause }: Error): string {
  if (!Array.isArray(cause)) {
    return message;
  }
  const named = cause.filter(isIssue).slice(0, issuesNamedMax);
  return `${message}: ${named.map((issue) => `${issue.path.map(String).join('.')}: ${issue.message}`).join('; ')}`;
}

function isIssue(item: unknown): item is { readonly message: string; readonly path: readonly unknown[] } {
  return (
    typeof item === 'object' &&
    item !== null &&
    'message' in item &&
    typeof item.message === 'string' &&
    'path' in item &&
    Array.isArray(item.path)
  );
}

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
