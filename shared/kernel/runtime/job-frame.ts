import type { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { parser } from '@aws-lambda-powertools/parser/middleware';
import middy from '@middy/core';
import type * as z from 'zod';

import { plainErrors } from './plain-error.ts';

/**
 * The frame of every handler of a job: each line of its log has the id of the run, an event that `schema` refuses ends
 * it, and an error leaves it as a plain one. `runIdIn` reads the id of the run from the event.
 */
export function jobFrame<S extends z.ZodType>(
  logger: Logger,
  schema: S,
  runIdIn?: (event: unknown) => string | undefined,
) {
  return middy()
    .use(injectLambdaContext(logger, { resetKeys: true }))
    .use(plainErrors(logger, runIdIn))
    .use(parser({ schema }));
}
