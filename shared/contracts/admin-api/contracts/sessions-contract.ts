import * as z from 'zod';

import { costGroups } from '../../../domain/sessions/session-credits.ts';
import {
  SessionActionDocument,
  SessionCostDocument,
  SessionDocument,
  SessionShownDocument,
} from '../../documents/session-documents.ts';
import type { Contract } from './contract.ts';
import { pageOf, PageQuery } from '../fields/page.ts';
import type { sessionsRoutes } from '../routes/sessions-routes.ts';

const pattern = z.string().min(1).max(200);
const session = z.strictObject({ session: z.string().min(1).max(200) });

export const sessionsContract = {
  listSessions: {
    query: z.strictObject({
      ...PageQuery.shape,
      status: z.enum(['idle', 'pending', 'running', 'other']).exactOptional(),
      /** Patterns in which `*` is any text. */
      model: pattern.exactOptional(),
      tag: pattern.exactOptional(),
      computer: pattern.exactOptional(),
    }),
    answer: pageOf(SessionDocument, { count: z.int() }),
    rowKey: ['session'],
  },
  showSession: { params: session, answer: SessionShownDocument },
  listSessionCosts: {
    query: z.strictObject({ ...PageQuery.shape, by: z.enum(costGroups).exactOptional() }),
    answer: pageOf(SessionCostDocument, { count: z.int() }),
    rowKey: ['name'],
  },
  requestRestore: {
    params: session,
    answer: z.object({ session: z.string(), actions: z.array(SessionActionDocument).readonly() }),
  },
} as const satisfies Contract<typeof sessionsRoutes>;
