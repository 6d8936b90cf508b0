import * as z from 'zod';

import { Instant } from '../document-parts.ts';

/** What is given between the nights, as the last run of it found. */
export const LiveDocument = z.object({
  at: Instant,
  standing: z.enum(['off', 'shadow', 'doubted', 'on']),
  detail: z.string(),
  /** Used since the known figures, as the sessions show it. */
  seen: z.int().nullable(),
  seenPeople: z.int(),
  given: z.object({ people: z.int(), credits: z.int() }),
  /**
   * `proven`: what the members of a pool can have used in the end at most, under their limits; `free`: what of it can be
   * given now, which is nothing while some were without a limit after the known figures end (`unlimited`, people).
   */
  pools: z
    .array(
      z.object({
        scope: z.string(),
        window: z.string(),
        amount: z.int(),
        proven: z.int(),
        worstCase: z.int(),
        free: z.int(),
        unlimited: z.int(),
      }),
    )
    .readonly(),
});
export type LiveDocument = z.output<typeof LiveDocument>;
