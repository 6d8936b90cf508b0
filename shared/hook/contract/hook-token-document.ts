import * as z from 'zod';

import { hookEvents, sessionIdPattern } from '../hint.ts';

/** A person's hook token. The token itself is not stored. */
export const HookTokenDocument = z.object({
  /** A display name. */
  token: z.string(),
  email: z.string(),
  userId: z.string(),
  madeAt: z.string(),
  /** Null while valid. */
  revokedAt: z.string().nullable(),
  revokedBy: z.string().nullable(),
});

export const HookInvitationDocument = z.object({
  email: z.string(),
  userId: z.string(),
  /** `invited`: a mail follows. `connected`: has a valid key. `lately`: was invited within a day. */
  status: z.enum(['invited', 'connected', 'lately']),
});

/** Session and event only. `test`: nothing is recorded. */
export const HookReport = z.discriminatedUnion('event', [
  z.strictObject({ event: z.literal('test') }),
  z.strictObject({ event: z.enum(hookEvents), session: z.string().regex(sessionIdPattern) }),
]);
