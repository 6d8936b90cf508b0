import * as z from 'zod';
import { windowKinds } from '../../domain/budgets/window.ts';
import { Credits, Day } from './document-parts.ts';

/** How a pool stands, as limits are now, and where it is heading. */
export const PoolDocument = z.object({
  /** `org` or `team:NAME`. */
  scope: z.string(),
  window: z.enum(windowKinds),
  from: Day,
  through: Day,
  /** Top-ups included. */
  amount: Credits,
  topUps: Credits,
  used: Credits,
  left: Credits,
  /** The most that can have been used by now; null while nothing bounds the use of `unbounded`. */
  worstCase: Credits.nullable(),
  /** Expected use by the end of the window, with the range that holds it four times in five; null with too few days. */
  forecast: z.object({ low: Credits, mean: Credits, high: Credits }).nullable(),
  /** Whole days from the day of asking until the amount is expected to be used; null: not within the window. */
  runwayDays: z.int().nullable(),
  runsOutOn: Day.nullable(),
  members: z.int(),
  guarantee: z.union([z.literal('strict'), z.object({ overcommit: z.number() })]),
  promised: z.enum(['kept', 'pending', 'broken']),
  /** Members without a limit for some time since the figures end: the promise waits for them. */
  unbounded: z.array(z.string()).readonly(),
});
export type PoolDocument = z.output<typeof PoolDocument>;
