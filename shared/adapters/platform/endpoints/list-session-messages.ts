import * as z from 'zod';

import type { Endpoint } from '../http/endpoint.ts';
import type { PlatformHttp } from '../http/http.ts';
import { nextCursorOf, pagination } from '../reading/cursor-page.ts';
import { identifier, maybe } from '../reading/fields.ts';
import { type Pages, pages } from '../reading/pages.ts';
import { readRowSet } from '../reading/rows.ts';
import { type CallOptions, type PageRequest, pageRequest } from '../requests/page-request.ts';
import { strictRequest } from '../requests/strict-request.ts';

const endpoint: Endpoint = {
  method: 'GET',
  host: 'base',
  path: '/api/v0/sessions/{sessionId}/messages',
  idempotent: true,
};

/** Section "Session message". The first message has no parent, and each vendor's fields are in its own messages. */
const sessionMessage = z.object({
  id: identifier,
  content: maybe(z.array(z.object({ text: maybe(z.string()), id: maybe(z.string()) }))),
  createdAt: z.number(),
  updatedAt: maybe(z.number()),
  parentId: maybe(z.string()),
  vendorAMessageId: maybe(z.string()),
  vendorAEncryptedContent: maybe(z.string()),
  vendorAReasoningId: maybe(z.string()),
  vendorAReasoningSummary: maybe(z.string()),
  vendorBThoughtSignature: maybe(z.string()),
  chatCompletionReasoningContent: maybe(z.string()),
  isUserVisible: maybe(z.boolean()),
  isError: maybe(z.boolean()),
});

const messagesRequest = pageRequest.extend({
  sessionId: z.string().min(1),
  computerId: z.string().min(1).optional(),
  role: z.enum(['user', 'assistant', 'tool']).optional(),
});
const response = z.object({ messages: z.array(z.unknown()), pagination });

/** A message. It holds what people wrote: count and classify it, do not store it. Times are Unix milliseconds. */
export type SessionMessage = Readonly<z.output<typeof sessionMessage>>;

export interface SessionMessagesRequest extends PageRequest {
  readonly sessionId: string;
  /** Asks this computer directly. */
  readonly computerId?: string | undefined;
  readonly role?: 'user' | 'assistant' | 'tool' | undefined;
}

/** Lists a session's messages, page by page (section "GET /api/v0/sessions/{sessionId}/messages"). */
export function listSessionMessages(
  http: PlatformHttp,
  request: SessionMessagesRequest,
  { signal }: CallOptions = {},
): Pages<SessionMessage> {
  const { sessionId, cursor: first, ...filter } = strictRequest(endpoint, messagesRequest, request);
  return pages({
    endpoint,
    limits: http.limits,
    cursor: first,
    keyOf: (row) => row.id,
    async fetchPage(cursor) {
      const target = { path: { sessionId }, query: { ...filter, cursor } };
      const answer = await http.request({ endpoint, target, schema: response, signal });
      const nextCursor = nextCursorOf(answer, answer.value.pagination);
      const list = { path: 'messages', items: answer.value.messages, schema: sessionMessage, idField: 'id' };
      return { rowSet: readRowSet(answer, list), nextCursor };
    },
  });
}
