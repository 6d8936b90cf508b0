import * as z from 'zod';

import { HookTokenDocument } from '../../documents/hook-token-document.ts';
import { pageOf, PageQuery } from '../fields/page.ts';
import type { hookRoutes } from '../routes/hook-routes.ts';
import type { Contract } from './contract.ts';

export const hookContract = {
  listHookTokens: {
    query: z.strictObject({
      ...PageQuery.shape,
      /** Those that are revoked, too. */
      all: z.enum(['true', 'false']).exactOptional(),
    }),
    answer: pageOf(HookTokenDocument, {}),
    rowKey: ['token'],
  },
  revokeHookToken: {
    params: z.strictObject({ token: z.string().regex(/^[0-9a-f]{8,64}$/u, 'must be the name of a token, as listed') }),
    answer: HookTokenDocument,
  },
} as const satisfies Contract<typeof hookRoutes>;
