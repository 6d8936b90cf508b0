import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../json.ts';

const jsonObject = z.custom<JsonObject>(isJsonObject, 'must be an object');

/**
 * What PATCH may write (platform-api.md, "Session settings", column "Writable by PATCH"). Every field may be
 * left out; a field that is not writable, or not listed, is refused.
 */
const WritableSessionSettings = z.strictObject({
  model: z.string().exactOptional(),
  specModeModel: z.string().exactOptional(),
  runInWorktree: z.boolean().exactOptional(),
  providerLockTimestamp: z.string().exactOptional(),
  assistantActiveTimeMs: z.number().exactOptional(),
  childInclusiveTokenUsageBySessionId: jsonObject.exactOptional(),
  archivedAt: z.string().exactOptional(),
  // The document shows both fields of a tag and does not say that metadata must be there.
  tags: z.array(z.strictObject({ name: z.string(), metadata: jsonObject.exactOptional() })).exactOptional(),
  enabledToolIds: z.array(z.string()).exactOptional(),
  disabledToolIds: z.array(z.string()).exactOptional(),
  compactionThresholdCheckEnabled: z.boolean().exactOptional(),
});

/** The body of PATCH /api/v0/sessions/{sessionId}. */
export const SessionPatch = z.strictObject({ sessionSettings: WritableSessionSettings });
