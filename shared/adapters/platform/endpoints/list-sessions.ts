import * as z from 'zod';

import type { Endpoint } from '../http/endpoint.ts';
import type { PlatformHttp } from '../http/http.ts';
import { nextCursorOf, pagination } from '../reading/cursor-page.ts';
import { type Pages, pages } from '../reading/pages.ts';
import { readRowSet } from '../reading/rows.ts';
import { type CallOptions, type PageRequest, pageRequest } from '../requests/page-request.ts';
import { strictRequest } from '../requests/strict-request.ts';
import { type ListedSession, listedSession } from '../resources/session.ts';

const endpoint: Endpoint = { method: 'GET', host: 'base', path: '/api/v0/sessions', idempotent: true };

const sessionsRequest = pageRequest.extend({ computerId: z.string().min(1).optional() });
const response = z.object({ sessions: z.array(z.unknown()), pagination });

export interface SessionsRequest extends PageRequest {
  /** Asks this computer directly. */
  readonly computerId?: string | undefined;
}

/** Lists sessions, page by page (section "GET /api/v0/sessions"). Their order is not shown. */
export function listSessions(
  http: PlatformHttp,
  request: SessionsRequest = {},
  { signal }: CallOptions = {},
): Pages<ListedSession> {
  const { cursor: first, ...filter } = strictRequest(endpoint, sessionsRequest, request);
  return pages({
    endpoint,
    limits: http.limits,
    cursor: first,
    keyOf: (row) => row.sessionId,
    async fetchPage(cursor) {
      const query = { ...filter, cursor };
      const answer = await http.request({ endpoint, target: { query }, schema: response, signal });
      const nextCursor = nextCursorOf(answer, answer.value.pagination);
      const list = { path: 'sessions', items: answer.value.sessions, schema: listedSession, idField: 'sessionId' };
      return { rowSet: readRowSet(answer, list), nextCursor };
    },
  });
}
