import type { Context, MiddlewareHandler } from 'hono';

import type { RequestPages } from '../../../requests/api/pages/request-pages.ts';
import { apiPaths } from '../../contract/api-paths.ts';
import { Problem } from '../problem.ts';
import { routesAt } from './find-routes.ts';
import { linkPathOf, pageResponse } from './page-response.ts';
import { bodyMethods, callerOf, type Identifying } from './read-call.ts';

interface BodyFirstOptions extends Identifying {
  readonly pages?: RequestPages;
}

/**
 * Reads a call's whole body before the call queues, so that a slow sender delays no other. Reads nothing for an
 * unauthenticated caller, an invalid link, or an unknown operation. The server limits how long a body may take.
 */
export function bodyFirst(options: BodyFirstOptions): MiddlewareHandler {
  return async (context, next) => {
    const { method, path } = context.req;
    if (bodyMethods.includes(method)) {
      const refusal = await refusedPage(context, options);
      if (refusal !== undefined) {
        return refusal;
      }
      if (routesAt(path).some((route) => route.method === method)) {
        callerOf(context, options);
        await readWhole(context);
      }
    }
    await next();
    return undefined;
  };
}

/** The answer to a form behind a link that opens nothing; of others the form is read. */
async function refusedPage(context: Context, { pages }: BodyFirstOptions): Promise<Response | undefined> {
  if (pages === undefined || !context.req.path.startsWith(`${apiPaths.links}/`)) {
    return undefined;
  }
  const refusal = await pages.refuse(linkPathOf(context));
  if (refusal === undefined) {
    await readWhole(context);
  }
  return refusal && pageResponse(refusal);
}

/** Later readers get the body from here. */
async function readWhole(context: Context): Promise<void> {
  await context.req.text().catch((error: unknown) => {
    // Of the limit on its size.
    if (error instanceof Error && error.name === 'BodyLimitError') {
      throw error;
    }
    throw new Problem('invalid-input', 'The body ended early, or took too long; send it again');
  });
}
