import * as z from 'zod';

import { BindingDocument, CapStatusDocument, Credits, Instant } from '../../kernel/contract/document-parts.ts';

export const CapDocument = z.object({
  email: z.string(),
  userId: z.string(),
  /** Last confirmed by the platform. */
  limit: Credits.nullable(),
  used: Credits,
  headroom: Credits.nullable(),
  /** The most that can be used so far; null when unbounded. */
  exposure: Credits.nullable(),
  binding: BindingDocument.nullable(),
  /** Reserved in their pools beyond known use. */
  reserved: Credits,
  status: CapStatusDocument,
  team: z.string().nullable(),
  /** No limit that may be in force allows further use. */
  stopped: z.boolean(),
});

export const CapChangeDocument = z.object({
  at: Instant,
  run: z.string().nullable(),
  outcome: z.enum(['done', 'failed', 'unknown']),
  from: Credits.nullable(),
  to: Credits,
  reason: z.string(),
  budget: z.string().nullable(),
});

export const CapsDocument = z.array(CapDocument).readonly();
export type CapsDocument = z.output<typeof CapsDocument>;
