import * as z from 'zod';

import { BindingDocument, CapStatusDocument, Credits, Instant } from '../document-parts.ts';

/** One user's cap: figures of the platform’s window. */
export const CapDocument = z.object({
  email: z.string(),
  userId: z.string(),
  /** What the platform confirmed last. */
  limit: Credits.nullable(),
  used: Credits,
  headroom: Credits.nullable(),
  /** The most that can have been used by now; null when nothing bounds it. */
  exposure: Credits.nullable(),
  binding: BindingDocument.nullable(),
  /** What of their pools is reserved for them beyond their known use. */
  reserved: Credits,
  status: CapStatusDocument,
  team: z.string().nullable(),
  /** They may consume nothing more under any limit that may be in force. */
  stopped: z.boolean(),
});

/** One change of somebody’s limit, and what became of it. */
export const CapChangeDocument = z.object({
  at: Instant,
  run: z.string().nullable(),
  outcome: z.enum(['done', 'failed', 'unknown']),
  from: Credits.nullable(),
  to: Credits,
  reason: z.string(),
  budget: z.string().nullable(),
});

/** `caps --json`: those who are stopped first, then those with the least left. */
export const CapsDocument = z.array(CapDocument).readonly();
export type CapsDocument = z.output<typeof CapsDocument>;
