import * as z from 'zod';

import { severities } from '../../../domain/notifications/severity.ts';
import { AlertDocument, ClearedDocument, UnreachableDocument } from '../../documents/mail/alert-document.ts';
import type { alertsRoutes } from '../routes/alerts-routes.ts';
import type { Contract } from './contract.ts';
import { DayText, pageOf, PageQuery } from '../fields/page.ts';

export const alertsContract = {
  listAlerts: {
    query: z.strictObject({
      ...PageQuery.shape,
      /** Open ones unless given. */
      status: z.enum(['open', 'acknowledged', 'all']).exactOptional(),
      severity: z.enum(severities).exactOptional(),
    }),
    answer: pageOf(AlertDocument, {
      /** How many more were acknowledged and are left out. */
      acknowledged: z.int(),
    }),
    rowKey: ['id'],
  },
  acknowledgeAlert: {
    params: z.strictObject({ alert: z.string().min(1).max(100) }),
    body: z.strictObject({
      reason: z.string().max(2_000),
      /** The last day for which it counts; until the alert changes unless given. */
      until: DayText.exactOptional(),
    }),
    answer: AlertDocument,
  },
  listUnreachable: { query: PageQuery, answer: pageOf(UnreachableDocument, {}), rowKey: ['address'] },
  clearUnreachable: { params: z.strictObject({ email: z.string().min(1).max(320) }), answer: ClearedDocument },
} as const satisfies Contract<typeof alertsRoutes>;
