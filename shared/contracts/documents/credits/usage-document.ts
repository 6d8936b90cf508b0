import * as z from 'zod';
import { usageBreakdowns } from '../../../domain/ledger/usage-breakdowns.ts';
import { Credits, Day } from '../document-parts.ts';

/** `usage [EMAIL] --json`. */
export const UsageDocument = z.object({
  from: Day,
  through: Day,
  dataThrough: Day.nullable(),
  total: Credits,
  by: z.enum(usageBreakdowns),
  /** By team, model or day: the most first, days in their order; none by user. Without a name: what belongs to none. */
  groups: z.array(z.object({ name: z.string().nullable(), credits: Credits, share: z.number() })).readonly(),
  users: z
    .array(
      z.object({
        email: z.string().nullable(),
        userId: z.string(),
        credits: Credits,
        /** Part of what everybody consumed, 0 to 1. */
        share: z.number(),
      }),
    )
    .readonly(),
  /** Of one user every day; of everybody those that are not complete. */
  days: z
    .array(z.object({ day: Day, status: z.enum(['complete', 'suspect', 'missing']), credits: Credits }))
    .readonly(),
});
export type UsageDocument = z.output<typeof UsageDocument>;
