import type { Logger } from '@aws-lambda-powertools/logger';
import type { MiddlewareObj } from '@middy/core';

import { plainError } from './plain-error.ts';

/**
 * Logs the error that ends an invocation and puts a plain one in its place: the runtime prints every field of an
 * error, and those of the SDK and of HTTP hold headers and bodies. Stands first, so that it meets errors last.
 */
export function plainErrors(logger: Logger): MiddlewareObj {
  return {
    onError(request) {
      const error = plainError(request.error);
      logger.error('invocation failed', error);
      request.error = error;
    },
  };
}
