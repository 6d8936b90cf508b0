import * as z from 'zod';

import { HookTokenDocument } from '../../documents/people/hook-token-document.ts';
import { NewHookTokenDocument, OwnDocument } from '../../documents/people/own-document.ts';
import { RequestDocument } from '../../documents/credits/request-documents.ts';
import type { ownRoutes } from '../routes/own-routes.ts';
import type { Contract } from './contract.ts';

export const ownContract = {
  showOwn: { answer: OwnDocument },
  askForCredits: {
    body: z.strictObject({
      /** Credits as people write them: 250000, 250k, 1.5M. */
      credits: z.string().max(30),
      /** The last day, UTC. */
      until: z.string().max(10),
      reason: z.string().max(2_000),
    }),
    answer: RequestDocument,
  },
  withdrawRequest: { params: z.strictObject({ id: z.string().min(9).max(100) }), answer: RequestDocument },
  makeHookToken: { answer: NewHookTokenDocument },
  revokeOwnHookToken: {
    params: z.strictObject({ token: z.string().regex(/^[0-9a-f]{8,64}$/u, 'must be the name of a token, as listed') }),
    answer: HookTokenDocument,
  },
} as const satisfies Contract<typeof ownRoutes>;
