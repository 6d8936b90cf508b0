import * as z from 'zod';

import type { Contract } from '../../kernel/contract/contract.ts';
import { AsOfQuery, pageOf, PageQuery } from '../../kernel/contract/fields/page.ts';
import { rulePools } from '../request-rule.ts';
import { RequestDocument, RequestShownDocument } from './request-documents.ts';

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
        reason: reason.optional(),
      }),
      z.strictObject({ verdict: z.literal('deny'), reason }),
    ]),
    answer: RequestDocument,
  },
} as const satisfies Contract<'requests'>;
