import { z } from 'zod';
import { nextPageOf, withNextPage } from './answer-rows.ts';
import { faultKind } from './fault.ts';
import { cursorToSamePage, startOver } from './page-cursors.ts';

/**
 * A page comes twice: its cursor leads to the same rows once more, under a cursor not seen before, and then the chain
 * goes on. Later pages of readiness reports are answered with the first page.
 */
export const duplicatePageFault = faultKind('duplicate-page', z.object({}), () => ({
  appliesTo: ({ method, pathname, query }) => method === 'GET' && (!isReadiness(pathname) || 'startAfter' in query),
  prepare: startOver,
  change(body, { request }) {
    if (isReadiness(request.url)) {
      return body;
    }
    return nextPageOf(body) === undefined
      ? undefined
      : withNextPage(body, { hasMore: true, cursor: cursorToSamePage(request) });
  },
}));

function isReadiness(path: string): boolean {
  return path.startsWith('/api/organization/');
}
