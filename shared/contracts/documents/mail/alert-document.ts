import * as z from 'zod';

import { ownChanges } from '../../../domain/access/same-person.ts';
import { troubleCauses } from '../../../domain/mail/recipient.ts';
import { severities } from '../../../domain/notifications/severity.ts';
import { Day, Instant } from '../document-parts.ts';

/** `alerts list --json` has one for each alert. */
export const AlertDocument = z.object({
  /** As `alerts ack` takes it. */
  id: z.string(),
  alertId: z.string(),
  kind: z.enum(['matter', 'use', 'forecast', 'stop']),
  severity: z.enum(severities),
  status: z.enum(['open', 'acknowledged']),
  headline: z.string(),
  /** It rests on what was seen in sessions; the next figures take its place. */
  provisional: z.boolean(),
  since: Instant,
  /** Who looks after it; the admins when empty. */
  owners: z.array(z.string()).readonly(),
  acknowledged: z
    .object({
      by: z.string(),
      at: Instant,
      reason: z.string(),
      until: Day.nullable(),
      /** Of a change of the controls: whether whoever acknowledged it made it. */
      ownChange: z.enum(ownChanges).optional(),
    })
    .nullable(),
});
export type AlertDocument = z.output<typeof AlertDocument>;

/** `alerts unreachable list --json` has one for each address that mail does not reach. */
export const UnreachableDocument = z.object({
  address: z.string(),
  /** `settings`: it is on the list that is kept by hand. */
  cause: z.enum([...troubleCauses, 'settings']),
  since: Instant.nullable(),
  detail: z.string().nullable(),
  mailId: z.string().nullable(),
  subject: z.string().nullable(),
});
export type UnreachableDocument = z.output<typeof UnreachableDocument>;

/** `alerts unreachable clear EMAIL --json`. */
export const ClearedDocument = z.object({
  address: z.string(),
  cause: z.enum(troubleCauses),
  since: Instant,
  clearedBy: z.string().nullable(),
  clearedAt: Instant.nullable(),
});
