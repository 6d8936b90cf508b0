import { z } from 'zod';
import { withNextPage } from './answer-rows.ts';
import { faultKind } from './fault.ts';
import { startOver } from './page-cursors.ts';

/**
 * The next page is said to be this one, so a chain never ends. It fires for calls that name a cursor. Readiness
 * reports, whose cursor the caller makes, are answered from the first page instead.
 */
export const repeatCursorFault = faultKind('repeat-cursor', z.object({}), () => ({
  appliesTo: ({ method, query }) => method === 'GET' && ('cursor' in query || 'startAfter' in query),
  prepare: startOver,
  change(body, { request }) {
    const { cursor } = request.query as Record<string, unknown>;
    return typeof cursor === 'string' ? withNextPage(body, { hasMore: true, cursor }) : body;
  },
}));
