import * as z from 'zod';
import { Instant } from '../document-parts.ts';

export const JournalEntryDocument = z.object({
  id: z.string(),
  at: Instant,
  kind: z.string(),
  /** A person, or `curfew`. */
  actor: z.string(),
  runId: z.string().exactOptional(),
  /** The user, day, scope or mail that it is about. */
  subject: z.string().exactOptional(),
  detail: z.record(z.string(), z.unknown()),
});
