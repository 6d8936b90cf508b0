import * as z from 'zod';

import type { Contract } from '../kernel/contract/contract.ts';
import { pageOf, PageQuery } from '../kernel/contract/fields/page.ts';
import { hookEvents, sessionIdPattern } from './hint.ts';

/** A person's token. The token itself is not stored. */
export const HookTokenDocument = z.object({
  /** A display name. */
  token: z.string(),
  email: z.string(),
  userId: z.string(),
  opens: z.enum(['hook', 'calendar']),
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

const invitedMax = 500;

export const hookContract = {
  listHookTokens: {
    purpose:
      'Lists the tokens of hooks and calendars, by their names alone: whose they are, when they were made and revoked',
    query: z.strictObject({
      ...PageQuery.shape,
      /** Includes revoked ones. */
      all: z.enum(['true', 'false']).optional(),
    }),
    answer: pageOf(HookTokenDocument, {}),
    rowKey: ['token'],
  },
  revokeHookToken: {
    purpose: 'Revokes a token: within half a minute no event is taken under it, and a calendar has no address',
    params: z.strictObject({ token: z.string().regex(/^[0-9a-f]{8,64}$/u, 'must be the name of a token, as listed') }),
    answer: HookTokenDocument,
  },
  inviteToHook: {
    purpose: 'Mails people a link of their own to the page that connects the hook; who has a key that works gets none',
    body: z.strictObject({
      emails: z.array(z.string().min(1).max(320)).min(1).max(invitedMax).optional(),
      team: z.string().min(1).max(256).optional(),
    }),
    answer: z.object({ invited: z.array(HookInvitationDocument) }),
  },
} as const satisfies Contract<'hook'>;
