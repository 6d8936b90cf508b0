import * as z from 'zod';
import { severities } from '../../domain/notifications/severity.ts';
import { Day, Instant } from './document-parts.ts';

/** `alerts list --json` has one for each alert. */
export const AlertDocument = z.object({
  /** As `alerts ack` takes it. */
  id: z.string(),
  alertId: z.string(),
  kind: z.enum(['matter', 'use', 'forecast', 'stop']),
  severity: z.enum(severities),
  status: z.enum(['open', 'acknowledged']),
  headline: z.string(),
  since: Instant,
  acknowledged: z.object({ by: z.string(), at: Instant, reason: z.string(), until: Day.nullable() }).nullable(),
});
export type AlertDocument = z.output<typeof AlertDocument>;
