import * as z from 'zod';

import type { Endpoint } from '../../kernel/platform/http/endpoint.ts';
import type { PlatformHttp } from '../../kernel/platform/http/http.ts';
import { identifier, maybe, openEnum } from '../../kernel/platform/reading/fields.ts';
import { pagination, type Pages, listPages } from '../../kernel/platform/reading/pages.ts';
import { type CallOptions, type PageRequest, pageRequest } from '../../kernel/platform/requests/page-request.ts';
import { strictRequest } from '../../kernel/platform/requests/strict-request.ts';
import { figure } from '../../ledger/platform/analytics.ts';

const tokenUsage = z.object({
  inputTokens: figure,
  outputTokens: figure,
  cacheCreationTokens: figure,
  cacheReadTokens: figure,
  thinkingTokens: figure,
  serviceCredits: figure,
});

/** Tags are written back whole, so their other fields are kept. */
const tag = z.looseObject({ name: z.string(), metadata: maybe(z.record(z.string(), z.unknown())) });

const sessionSettings = z.object({
  model: maybe(z.string()),
  specModeModel: maybe(z.string()),
  runInWorktree: maybe(z.boolean()),
  providerLockTimestamp: maybe(z.string()),
  assistantActiveTimeMs: figure,
  tokenUsage: maybe(tokenUsage),
  inclusiveTokenUsage: maybe(tokenUsage),
  childInclusiveTokenUsageBySessionId: maybe(z.record(z.string(), z.unknown())),
  archivedAt: maybe(z.string()),
  tags: maybe(z.array(tag)),
  enabledToolIds: maybe(z.array(z.string())),
  disabledToolIds: maybe(z.array(z.string())),
  compactionThresholdCheckEnabled: maybe(z.boolean()),
});

const status = openEnum(['idle', 'pending', 'running']);

/** Section "Session" in a list: the list item has no status. */
const listedSession = z.object({
  sessionId: identifier,
  status: maybe(status),
  messageCount: z.int(),
  createdAt: z.int(),
  updatedAt: z.int(),
  title: maybe(z.string()),
  completedAt: maybe(z.int()),
  computerId: maybe(z.string()),
  sessionSettings: maybe(sessionSettings),
});

/** Section "Session" in a single-session response: the status is required. */
export const session = listedSession.extend({ status });

/** A session in a list. Times are Unix milliseconds; an undocumented status reads `other`. */
export type ListedSession = Readonly<z.output<typeof listedSession>>;
export type Session = Readonly<z.output<typeof session>>;

const listing: Endpoint = { method: 'GET', host: 'base', path: '/api/v0/sessions', idempotent: true };

const sessionsRequest = pageRequest.extend({ computerId: z.string().min(1).optional() });
const sessionList = {
  endpoint: listing,
  response: z.object({ sessions: z.array(z.unknown()), pagination }),
  path: 'sessions',
  schema: listedSession,
  idField: 'sessionId',
  keyOf: (row: ListedSession) => row.sessionId,
} as const;

/** Lists sessions, page by page (section "GET /api/v0/sessions"), in undocumented order. */
export function listSessions(
  http: PlatformHttp,
  request: PageRequest & { readonly computerId?: string | undefined } = {},
  { signal }: CallOptions = {},
): Pages<ListedSession> {
  const { cursor, ...query } = strictRequest(listing, sessionsRequest, request);
  return listPages(http, sessionList, { cursor, query, signal });
}

const fetching: Endpoint = { method: 'GET', host: 'base', path: '/api/v0/sessions/{sessionId}', idempotent: true };

const sessionRequest = z.strictObject({ sessionId: z.string().min(1), computerId: z.string().min(1).optional() });

/** Fetches one session (section "GET /api/v0/sessions/{sessionId}"). */
export async function getSession(
  http: PlatformHttp,
  request: { readonly sessionId: string; readonly computerId?: string | undefined },
  { signal }: CallOptions = {},
): Promise<Session> {
  const { sessionId, computerId } = strictRequest(fetching, sessionRequest, request);
  const target = { path: { sessionId }, query: { computerId } };
  const answer = await http.request({ endpoint: fetching, target, schema: session, signal });
  answer.findings.close();
  return answer.value;
}
