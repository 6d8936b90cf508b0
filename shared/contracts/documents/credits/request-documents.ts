import * as z from 'zod';

import { windowKinds } from '../../../domain/budgets/window.ts';
import { Credits, Day, Instant } from '../document-parts.ts';

/** A row of `requests list --json`. */
export const RequestDocument = z.object({
  id: z.string(),
  email: z.string(),
  credits: Credits,
  until: Day,
  reason: z.string(),
  status: z.enum(['asked', 'approved', 'less', 'denied', 'withdrawn', 'expired']),
  askedAt: Instant,
  /** What stopped or warned them; null when they asked without a mail. */
  about: z.object({ scope: z.string().nullable(), window: z.enum(windowKinds), through: Day }).nullable(),
  /** Who decided, by a proven name; a rule is `rule NAME`. */
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
  because: z.string().nullable(),
  given: Credits.nullable(),
  /** The id of the top-up that it became. */
  topUp: z.string().nullable(),
});

/** `requests show ID --json`. */
export const RequestShownDocument = RequestDocument.extend({
  team: z.string().nullable(),
  /** What requests gave the person in this calendar month. */
  givenThisMonth: Credits,
  /** The ways to approve it, with what each gives now; empty once it is decided. */
  ways: z
    .array(
      z.object({
        pools: z.enum(['as-budgeted', 'within', 'raise']),
        label: z.string(),
        lines: z.array(z.string()).readonly(),
      }),
    )
    .readonly(),
});
