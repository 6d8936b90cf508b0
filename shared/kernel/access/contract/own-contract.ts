import * as z from 'zod';

import { HookTokenDocument } from '../../../hook/contract/hook-token-document.ts';
import { RequestDocument } from '../../../requests/contract/request-documents.ts';
import type { Contract } from '../../contract/contract.ts';
import { NewHookTokenDocument, OwnDocument, CallerDocument } from './own-document.ts';

export const ownContract = {
  showOwn: {
    purpose: 'Shows the caller their own limit, use, warnings, requests and tokens of hooks, and nothing of others',
    answer: OwnDocument,
  },
  askForCredits: {
    purpose: 'Asks for more credits for the caller; a rule may approve it at once',
    body: z.strictObject({
      /** Credits as people write them: 250000, 250k, 1.5M. */
      credits: z.string().max(30),
      /** The last UTC day. */
      until: z.string().max(10),
      reason: z.string().max(2_000),
    }),
    answer: RequestDocument,
  },
  withdrawRequest: {
    purpose: 'Takes back a request of the caller that is not decided yet',
    params: z.strictObject({ id: z.string().min(9).max(100) }),
    answer: RequestDocument,
  },
  makeHookToken: {
    purpose: 'Makes a token for the caller’s own hook; its text is answered this once and kept nowhere',
    answer: NewHookTokenDocument,
  },
  revokeOwnHookToken: {
    purpose: 'Revokes a token of the caller’s own hook',
    params: z.strictObject({ token: z.string().regex(/^[0-9a-f]{8,64}$/u, 'must be the name of a token, as listed') }),
    answer: HookTokenDocument,
  },
} as const satisfies Contract<'own'>;

export const accessContract = {
  showCaller: { purpose: 'Shows who is calling, which roles they have, and what these allow', answer: CallerDocument },
} as const satisfies Contract<'access'>;
