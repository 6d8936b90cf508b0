import * as z from 'zod';

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
