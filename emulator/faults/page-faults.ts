import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import { isJsonObject } from '../state/json.ts';
import { withNextPage, nextPageOf, rowsOf } from './answer-rows.ts';
import { type Exchange, faultKind } from './fault.ts';

const AGAIN = '~again';

function cursorToSamePage(request: FastifyRequest): string {
  const { cursor } = request.query as Record<string, unknown>;
  return `${typeof cursor === 'string' ? cursor : ''}${AGAIN}`;
}

/** Removes the suffix of `cursorToSamePage` before a route sees the cursor. */
export function readCursorAgain(request: FastifyRequest): void {
  const query = request.query as Record<string, unknown>;
  const { cursor } = query;
  if (typeof cursor !== 'string' || !cursor.endsWith(AGAIN)) {
    return;
  }
  query['cursor'] = cursor.slice(0, -AGAIN.length);
  if (query['cursor'] === '') {
    delete query['cursor'];
  }
}

function startOver({ request }: Exchange): void {
  delete (request.query as Record<string, unknown>)['startAfter'];
}

/**
 * The next page is this page, so the chain never ends. Fires for calls with a cursor. Readiness reports, whose cursor
 * the caller makes, get the first page.
 */
export const repeatCursorFault = faultKind('repeat-cursor', z.object({}), () => ({
  appliesTo: ({ method, query }) => method === 'GET' && ('cursor' in query || 'startAfter' in query),
  prepare: startOver,
  change(body, { request }) {
    const { cursor } = request.query as Record<string, unknown>;
    return typeof cursor === 'string' ? withNextPage(body, { hasMore: true, cursor }) : body;
  },
}));

/** The cursor skips the next page; of readiness reports, whose cursor the caller makes, this one. Never the last. */
export const lostPageFault = faultKind('lost-page', z.object({}), () => ({
  appliesTo: ({ method }) => method === 'GET',
  async change(body, exchange) {
    const lastReportId = 'reports' in body ? rowsOf(body).at(-1)?.['reportId'] : undefined;
    if (typeof lastReportId === 'string') {
      const after = await exchange.answerTo({ startAfter: lastReportId });
      return isJsonObject(after) && rowsOf(after).length > 0 ? after : undefined;
    }
    const cursor = nextPageOf(body)?.cursor;
    if (cursor === undefined) {
      return undefined;
    }
    const lost = await exchange.answerTo({ cursor });
    const following = isJsonObject(lost) ? nextPageOf(lost) : undefined;
    return following === undefined ? undefined : withNextPage(body, following);
  },
}));

/** A page repeats under a fresh cursor, then the chain continues. Later pages of readiness reports are the first. */
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
