import * as z from 'zod';

import { windowKinds } from '../../../domain/budgets/window.ts';
import { Credits, Instant } from '../document-parts.ts';

const PoolRoomDocument = z.object({
  scope: z.string(),
  window: z.enum(windowKinds),
  /** Beyond the known use. */
  left: Credits,
  /** Of it what no limit in force allows anybody to use. */
  free: Credits,
  reservedForOthers: Credits,
});

/** What a top-up gives those whom it is for, all together and each. */
export const TopUpGetsDocument = z.object({
  now: Credits,
  /** In all, once lowered limits have freed credits; null when it is no more. */
  later: Credits.nullable(),
  /** Not before this run. */
  at: Instant.nullable(),
  why: z.string().nullable(),
  /** The pools that leave less than was asked, the tightest first. */
  pools: z.array(PoolRoomDocument).readonly(),
  people: z
    .array(
      z.object({
        email: z.string(),
        asked: Credits,
        /** What they used past their own budgets, which it covers first. */
        over: Credits,
        limit: Credits.nullable(),
        now: Credits,
        later: Credits.nullable(),
      }),
    )
    .readonly(),
});
export type TopUpGetsDocument = z.output<typeof TopUpGetsDocument>;
