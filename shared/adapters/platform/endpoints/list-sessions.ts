import * as z from 'zod';

import type { Endpoint } from '../http/endpoint.ts';
import type { PlatformHttp } from '../http/http.ts';
import { pagination } from '../reading/cursor-page.ts';
import { listPages } from '../reading/list-pages.ts';
import type { Pages } from '../reading/pages.ts';
import { type CallOptions, type PageRequest, pageRequest } from '../requests/page-request.ts';
import { strictRequest } from '../requests/strict-request.ts';
import { type ListedSession, listedSession } from '../resources/session.ts';

const endpoint: Endpoint = { method: 'GET', host: 'base', path: '/api/v0/sessions', idempotent: true };

const sessionsRequest = pageRequest.extend({ computerId: z.string().min(1).optional() });
const sessionList = {
  endpoint,
  response: z.object({ sessions: z.array(z.unknown()), pagination }),
  path: 'sessions',
  schema: listedSession,
  idField: 'sessionId',
  keyOf: (row: ListedSession) => row.sessionId,
} as const;

interface SessionsRequest extends PageRequest {
  /** Asks this computer directly. */
  readonly computerId?: string | undefined;
}

/** Lists sessions, page by page (section "GET /api/v0/sessions"). Their order is not shown. */
export function listSessions(
  http: PlatformHttp,
  request: SessionsRequest = {},
  { signal }: CallOptions = {},
): Pages<ListedSession> {
  const { cursor, ...query } = strictRequest(endpoint, sessionsRequest, request);
  return listPages(http, sessionList, { cursor, query, signal });
}
