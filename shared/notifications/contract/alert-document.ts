import * as z from 'zod';

import { ownChanges } from '../../kernel/access/same-person.ts';
import { Day, Instant } from '../../kernel/contract/document-parts.ts';
import { troubleCauses } from '../../mail/recipient.ts';
import { severities } from '../severity.ts';

export const AlertDocument = z.object({
  /** As `alerts ack` takes it. */
  id: z.string(),
  alertId: z.string(),
  kind: z.enum(['matter', 'use', 'forecast', 'stop']),
  severity: z.enum(severities),
  status: z.enum(['open', 'acknowledged']),
  headline: z.string(),
  /** Based on sessions; the next figures replace it. */
  provisional: z.boolean(),
  since: Instant,
  /** Default when empty: the admins. */
  owners: z.array(z.string()).readonly(),
  acknowledged: z
    .object({
      by: z.string(),
      at: Instant,
      reason: z.string(),
      until: Day.nullable(),
      /** For a change of the controls: whether its author acknowledged it. */
      ownChange: z.enum(ownChanges).optional(),
    })
    .nullable(),
});
export type AlertDocument = z.output<typeof AlertDocument>;

export const UnreachableDocument = z.object({
  address: z.string(),
  /** `settings`: from the manual list. */
  cause: z.enum([...troubleCauses, 'settings']),
  since: Instant.nullable(),
  detail: z.string().nullable(),
  mailId: z.string().nullable(),
  subject: z.string().nullable(),
});
export type UnreachableDocument = z.output<typeof UnreachableDocument>;

export const ClearedDocument = z.object({
  address: z.string(),
  cause: z.enum(troubleCauses),
  since: Instant,
  clearedBy: z.string().nullable(),
  clearedAt: Instant.nullable(),
});
