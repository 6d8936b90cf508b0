import * as z from 'zod';

import { windowKinds } from '../../budgets/window.ts';
import type { Contract } from '../../kernel/contract/contract.ts';
import { Credits, Day, Instant, NeededDocument } from '../../kernel/contract/document-parts.ts';
import { AsOfQuery, pageOf, PageQuery } from '../../kernel/contract/fields/page.ts';
import { rulePools } from '../request-rule.ts';

export const RequestDocument = z.object({
  id: z.string(),
  email: z.string(),
  credits: Credits,
  until: Day,
  reason: z.string(),
  status: z.enum(['asked', 'approved', 'less', 'denied', 'withdrawn', 'expired']),
  askedAt: Instant,
  /** What stopped or warned them; null when they requested without a mail. */
  about: z.object({ scope: z.string().nullable(), window: z.enum(windowKinds), through: Day }).nullable(),
  /** The decider, authenticated; a rule is `rule NAME`. */
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
  because: z.string().nullable(),
  given: Credits.nullable(),
  topUp: z.string().nullable(),
  /** What of an approval of today can be used, and why not all; null where all of it can, and on later days. */
  effect: z.string().nullable(),
});

export const RequestShownDocument = RequestDocument.extend({
  team: z.string().nullable(),
  givenThisMonth: Credits,
  /** What the person needs to work as usual; null where that is nothing, or unknown. */
  needed: NeededDocument.nullable(),
  /** The ways to approve it, with each one's present effect; empty once decided. */
  ways: z
    .array(
      z.object({
        pools: z.enum(['as-budgeted', 'within', 'raise']),
        label: z.string(),
        nowCredits: Credits,
        /** It gives nothing, now or later: an approval of it needs `acceptIdle`. */
        isIdle: z.boolean(),
        lines: z.array(z.string()).readonly(),
      }),
    )
    .readonly(),
});

const params = z.strictObject({ id: z.string().min(9).max(100) });
const reason = z.string().max(300);

export const requestsContract = {
  listRequests: {
    purpose: 'Lists requests for credits of this month and the one before, the newest first',
    query: z.strictObject({
      ...PageQuery.shape,
      ...AsOfQuery.shape,
      /** Includes decided and ended ones. */
      all: z.enum(['true', 'false']).optional(),
    }),
    answer: pageOf(RequestDocument, {}),
    rowKey: ['id'],
  },
  showRequest: {
    purpose: 'Shows one request, and what it would give in which way',
    params,
    answer: RequestShownDocument,
  },
  decideRequest: {
    purpose: 'Approves a request, with all or less of what was asked for, or denies it; who asked does not decide',
    params,
    body: z.discriminatedUnion('verdict', [
      z.strictObject({
        verdict: z.literal('approve'),
        /** Default: all that was requested. */
        credits: z.int().min(1).optional(),
        pools: z.enum(rulePools).optional(),
        /** Approves it also where it gives nothing, now or later; without it such an approval is refused. */
        acceptIdle: z.boolean().optional(),
        reason: reason.optional(),
      }),
      z.strictObject({ verdict: z.literal('deny'), reason }),
    ]),
    answer: RequestDocument,
  },
} as const satisfies Contract<'requests'>;
