import * as z from 'zod';

import type { Contract } from '../../kernel/contract/contract.ts';
import { pageOf, PageQuery } from '../../kernel/contract/fields/page.ts';
import { costGroups } from '../session-credits.ts';
import {
  SessionActionDocument,
  SessionCostDocument,
  SessionDocument,
  SessionShownDocument,
} from './session-documents.ts';

const pattern = z.string().min(1).max(200);
const session = z.strictObject({ session: z.string().min(1).max(200) });

export const sessionsContract = {
  listSessions: {
    purpose: 'Lists sessions as the last run saw them, the dearest first',
    query: z.strictObject({
      ...PageQuery.shape,
      status: z.enum(['idle', 'pending', 'running', 'other']).optional(),
      /** `*` matches any text. */
      model: pattern.optional(),
      tag: pattern.optional(),
      computer: pattern.optional(),
    }),
    answer: pageOf(SessionDocument, { count: z.int() }),
    rowKey: ['session'],
  },
  showSession: {
    purpose: 'Shows all that is known of one session, and what was done to it',
    params: session,
    answer: SessionShownDocument,
  },
  listSessionCosts: {
    purpose: 'Shows what sessions have used, by session, model, tag or computer; no child is counted twice',
    query: z.strictObject({ ...PageQuery.shape, by: z.enum(costGroups).optional() }),
    answer: pageOf(SessionCostDocument, { count: z.int() }),
    rowKey: ['name'],
  },
  requestRestore: {
    purpose: 'Asks that what Curfew has changed of a session is put back; the next run of the watcher does it',
    params: session,
    answer: z.object({ session: z.string(), actions: z.array(SessionActionDocument).readonly() }),
  },
} as const satisfies Contract<'sessions'>;
