import * as z from 'zod';

import type { Contract } from '../../kernel/contract/contract.ts';
import { DayText, pageOf, PageQuery } from '../../kernel/contract/fields/page.ts';
import { severities } from '../severity.ts';
import { AlertDocument, ClearedDocument, UnreachableDocument } from './alert-document.ts';

export const alertsContract = {
  listAlerts: {
    purpose: 'Lists the alerts that are not resolved, the most severe and newest first',
    query: z.strictObject({
      ...PageQuery.shape,
      /** Default: open ones. */
      status: z.enum(['open', 'acknowledged', 'all']).optional(),
      severity: z.enum(severities).optional(),
    }),
    answer: pageOf(AlertDocument, {
      acknowledged: z.int(),
    }),
    rowKey: ['id'],
  },
  acknowledgeAlert: {
    purpose: 'Acknowledges an alert: nobody is notified of it until it changes or a day has passed',
    params: z.strictObject({ alert: z.string().min(1).max(100) }),
    body: z.strictObject({
      reason: z.string().max(2_000),
      /** The last day it counts; default: until the alert changes. */
      until: DayText.optional(),
    }),
    answer: AlertDocument,
  },
  listUnreachable: {
    purpose: 'Lists the addresses whose mail came back, and those that the settings name',
    query: PageQuery,
    answer: pageOf(UnreachableDocument, {}),
    rowKey: ['address'],
  },
  clearUnreachable: {
    purpose: 'Says that mail reaches an address again',
    params: z.strictObject({ email: z.string().min(1).max(320) }),
    answer: ClearedDocument,
  },
} as const satisfies Contract<'alerts'>;
