import * as z from 'zod';

import { hookEvents, sessionIdPattern } from '../../../domain/hook/hint.ts';

/** A token of somebody's hook. The token itself is kept nowhere. */
export const HookTokenDocument = z.object({
  /** A name for it. */
  token: z.string(),
  email: z.string(),
  userId: z.string(),
  madeAt: z.string(),
  /** null while it works. */
  revokedAt: z.string().nullable(),
  revokedBy: z.string().nullable(),
});

/** What follows for somebody who is invited to connect a hook. */
export const HookInvitationDocument = z.object({
  email: z.string(),
  userId: z.string(),
  /** `invited`: a mail follows. `connected`: they have a key that works. `lately`: they were invited within a day. */
  status: z.enum(['invited', 'connected', 'lately']),
});

/** What the hook sends: session and event, and no more. `test`: nothing is recorded. */
export const HookReport = z.discriminatedUnion('event', [
  z.strictObject({ event: z.literal('test') }),
  z.strictObject({ event: z.enum(hookEvents), session: z.string().regex(sessionIdPattern) }),
]);
