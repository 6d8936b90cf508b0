import type { Context } from 'hono';

import type { PageAnswer } from '../../../requests/api/pages/request-pages.ts';
import { apiPaths } from '../../contract/api-paths.ts';

/** The path of a page behind a link, as the pages know it. */
export function linkPathOf(context: Context): string {
  return context.req.path.slice(apiPaths.links.length);
}

/** A page behind a link as the answer of a server. */
export function pageResponse({ status, headers, html }: PageAnswer): Response {
  return new Response(html, { status, headers });
}
