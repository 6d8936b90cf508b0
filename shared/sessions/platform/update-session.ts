import * as z from 'zod';

import type { Endpoint } from '../../kernel/platform/http/endpoint.ts';
import type { PlatformHttp } from '../../kernel/platform/http/http.ts';
import type { CallOptions } from '../../kernel/platform/requests/page-request.ts';
import { strictRequest } from '../../kernel/platform/requests/strict-request.ts';
import { type Session, session } from './sessions.ts';

// Sent once: between a lost answer and a repeat another writer may set the same field; tags are one field.
const endpoint: Endpoint = {
  method: 'PATCH',
  host: 'base',
  path: '/api/v0/sessions/{sessionId}',
  purpose: 'sessions',
  idempotent: false,
};

/** The settings marked as writable in the table "Session settings". */
const writableSettings = z
  .strictObject({
    model: z.string().optional(),
    specModeModel: z.string().optional(),
    runInWorktree: z.boolean().optional(),
    providerLockTimestamp: z.string().optional(),
    assistantActiveTimeMs: z.number().optional(),
    childInclusiveTokenUsageBySessionId: z.record(z.string(), z.unknown()).optional(),
    archivedAt: z.string().optional(),
    // A tag's other fields are not validated: tags are written back whole.
    tags: z
      .array(z.looseObject({ name: z.string(), metadata: z.record(z.string(), z.unknown()).optional() }))
      .optional(),
    enabledToolIds: z.array(z.string()).optional(),
    disabledToolIds: z.array(z.string()).optional(),
    compactionThresholdCheckEnabled: z.boolean().optional(),
  })
  .refine((settings) => Object.values(settings).some((value) => value !== undefined), 'must set at least one field');

const updateRequest = z.strictObject({ sessionId: z.string().min(1), sessionSettings: writableSettings });

/** The fields to set; others stay unchanged. */
export type WritableSessionSettings = Readonly<z.input<typeof writableSettings>>;

/**
 * Sets some of a session's settings and returns the session then (section "PATCH /api/v0/sessions/{sessionId}"). Throws
 * PlatformRequestError before sending when a setting is unknown or response-only.
 */
export async function updateSession(
  http: PlatformHttp,
  update: { readonly sessionId: string; readonly sessionSettings: WritableSessionSettings },
  { signal }: CallOptions = {},
): Promise<Session> {
  const { sessionId, sessionSettings } = strictRequest(endpoint, updateRequest, update);
  const body = { sessionSettings };
  const answer = await http.request({ endpoint, target: { path: { sessionId } }, body, schema: session, signal });
  answer.findings.close();
  return answer.value;
}
