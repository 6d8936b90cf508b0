import * as z from 'zod';

import { Instant } from '../kernel/contract/document-parts.ts';

/** Credits given during the day, from the last run of `live`. */
export const LiveDocument = z.object({
  at: Instant,
  standing: z.enum(['off', 'shadow', 'doubted', 'on']),
  detail: z.string(),
  /** Use since the known figures, from sessions. */
  seen: z.int().nullable(),
  seenPeople: z.int(),
  given: z.object({ people: z.int(), credits: z.int() }),
  /**
   * `proven`: the most the pool's members can have used in the end under their limits; `free`: what can be given now,
   * nothing while users lacked a limit after the known figures end (`unlimited`, people).
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
