import type { Context } from 'hono';

import { basePaths } from '../../contract/api-paths.ts';
import type { Answer } from '../operation.ts';

/** An answer as JSON, with its version as an ETag. */
export function answerResponse(context: Context, { document, version, goesOnAt }: Answer<unknown>): Response {
  const etag = version === undefined ? undefined : `"${version}"`;
  if (etag !== undefined) {
    context.header('ETag', etag);
    if (context.req.method === 'GET' && context.req.header('If-None-Match') === etag) {
      return context.body(null, 304);
    }
  }
  if (goesOnAt !== undefined) {
    const base = basePaths.find((each) => context.req.path.startsWith(`${each}/`)) ?? '';
    context.header('Location', `${base}${goesOnAt}`);
  }
  return context.json(document as object, goesOnAt === undefined ? 200 : 202);
}
