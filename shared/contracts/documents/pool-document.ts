import * as z from 'zod';
import { windowKinds } from '../../domain/budgets/window.ts';
import { Credits, Day } from './document-parts.ts';

/** How a pool stands before a plan is applied. */
export const PoolDocument = z.object({
  scope: z.string(),
  window: z.enum(windowKinds),
  from: Day,
  through: Day,
  amount: Credits,
  topUps: Credits,
  used: Credits,
  left: Credits,
  /** The most that can have been used by now; null when nothing bounds it. */
  mostUsed: Credits.nullable(),
  /** What of it is reserved for members beyond their known use. */
  reserved: Credits,
  members: z.int(),
  guarantee: z.union([z.literal('strict'), z.object({ overcommit: z.number() })]),
  promise: z.enum(['kept', 'not-yet', 'too-much-allowed', 'overcommit', 'passed']),
  /** Members without a limit since the figures end. */
  withoutLimit: z.array(z.string()).readonly(),
});
export type PoolDocument = z.output<typeof PoolDocument>;
