import * as z from 'zod';

import type { Endpoint } from '../../kernel/platform/http/endpoint.ts';
import type { PlatformHttp } from '../../kernel/platform/http/http.ts';
import { identifier, maybe } from '../../kernel/platform/reading/fields.ts';
import { pagination, type Pages, listPages } from '../../kernel/platform/reading/pages.ts';
import { type CallOptions, type PageRequest, pageRequest } from '../../kernel/platform/requests/page-request.ts';
import { strictRequest } from '../../kernel/platform/requests/strict-request.ts';

const endpoint: Endpoint = {
  method: 'GET',
  host: 'base',
  path: '/api/v0/sessions/{sessionId}/messages',
  idempotent: true,
};

/** Section "Session message". The first message has no parent, and messages carry vendor-specific fields. */
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

/** A message. It holds people's text: count and classify it, do not store it. Times are Unix milliseconds. */
type SessionMessage = Readonly<z.output<typeof sessionMessage>>;

const messageList = {
  endpoint,
  response: z.object({ messages: z.array(z.unknown()), pagination }),
  path: 'messages',
  schema: sessionMessage,
  idField: 'id',
  keyOf: (row: SessionMessage) => row.id,
} as const;

/** Lists a session's messages, page by page (section "GET /api/v0/sessions/{sessionId}/messages"). */
export function listSessionMessages(
  http: PlatformHttp,
  request: PageRequest & {
    readonly sessionId: string;
    /** Reads from this computer directly. */
    readonly computerId?: string | undefined;
    readonly role?: 'user' | 'assistant' | 'tool' | undefined;
  },
  { signal }: CallOptions = {},
): Pages<SessionMessage> {
  const { sessionId, cursor, ...query } = strictRequest(endpoint, messagesRequest, request);
  return listPages(http, messageList, { cursor, path: { sessionId }, query, signal });
}
