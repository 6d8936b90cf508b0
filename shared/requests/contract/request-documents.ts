import * as z from 'zod';

import { windowKinds } from '../../budgets/window.ts';
import { Credits, Day, Instant } from '../../kernel/contract/document-parts.ts';

export const RequestDocument = z.object({
  id: z.string(),
  email: z.string(),
  credits: Credits,
  until: Day,
  reason: z.string(),
  status: z.enum(['asked', 'approved', 'less', 'denied', 'withdrawn', 'expired']),
  askedAt: Instant,
  /** What stopped or warned them; null when they requested without a mail. */
  about: z.object({ scope: z.string().nullable(), window: z.enum(windowKinds), through: Day }).nullable(),
  /** The decider, authenticated; a rule is `rule NAME`. */
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
  because: z.string().nullable(),
  given: Credits.nullable(),
  topUp: z.string().nullable(),
});

export const RequestShownDocument = RequestDocument.extend({
  team: z.string().nullable(),
  givenThisMonth: Credits,
  /** The ways to approve it, with each one's present effect; empty once decided. */
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
