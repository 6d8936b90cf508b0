import type * as z from 'zod';

import type { HookTokenDocument } from '../contract.ts';
import { shownTokenId, type HookToken } from '../hook-token.ts';

/** A token of the hook as documents show it: by its name alone. */
export function hookTokenDocument(token: HookToken): z.output<typeof HookTokenDocument> {
  const { email, userId, madeAt, revokedAt, revokedBy } = token;
  return {
    token: shownTokenId(token),
    email,
    userId,
    madeAt,
    revokedAt: revokedAt ?? null,
    revokedBy: revokedBy ?? null,
  };
}
