import * as z from 'zod';

import { windowKinds } from '../../budgets/window.ts';
import { Credits, Instant } from '../../kernel/contract/document-parts.ts';

const PoolRoomDocument = z.object({
  scope: z.string(),
  window: z.enum(windowKinds),
  left: Credits,
  /** The part that no limit in force allows to be used. */
  free: Credits,
  reservedForOthers: Credits,
});

export const TopUpGetsDocument = z.object({
  /** No one on the roster gets anything by it, now or later: its maker must confirm. */
  isIdle: z.boolean(),
  now: Credits,
  /** In total, once lowered limits have freed credits; null when not more. */
  later: Credits.nullable(),
  /** Earliest at this run. */
  at: Instant.nullable(),
  why: z.string().nullable(),
  pools: z.array(PoolRoomDocument).readonly(),
  people: z
    .array(
      z.object({
        email: z.string(),
        asked: Credits,
        /** Use beyond their own budgets, which it covers first. */
        over: Credits,
        limit: Credits.nullable(),
        now: Credits,
        later: Credits.nullable(),
      }),
    )
    .readonly(),
  isShort: z.boolean(),
  /** What each gets, in sentences. */
  lines: z.array(z.string()).readonly(),
  /** What no way gives under the guarantees of the pools, and the ways out. */
  impossible: z.array(z.string()).readonly(),
});
export type TopUpGetsDocument = z.output<typeof TopUpGetsDocument>;
