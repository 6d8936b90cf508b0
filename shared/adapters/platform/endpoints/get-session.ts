import * as z from 'zod';

import type { Endpoint } from '../http/endpoint.ts';
import type { PlatformHttp } from '../http/http.ts';
import type { CallOptions } from '../requests/page-request.ts';
import { strictRequest } from '../requests/strict-request.ts';
import { type Session, session } from '../resources/session.ts';

const endpoint: Endpoint = { method: 'GET', host: 'base', path: '/api/v0/sessions/{sessionId}', idempotent: true };

const sessionRequest = z.strictObject({ sessionId: z.string().min(1), computerId: z.string().min(1).optional() });

interface SessionRequest {
  readonly sessionId: string;
  /** Asks this computer directly. */
  readonly computerId?: string | undefined;
}

/** Fetches one session (section "GET /api/v0/sessions/{sessionId}"). */
export async function getSession(
  http: PlatformHttp,
  request: SessionRequest,
  { signal }: CallOptions = {},
): Promise<Session> {
  const { sessionId, computerId } = strictRequest(endpoint, sessionRequest, request);
  const target = { path: { sessionId }, query: { computerId } };
  const answer = await http.request({ endpoint, target, schema: session, signal });
  answer.findings.close();
  return answer.value;
}
