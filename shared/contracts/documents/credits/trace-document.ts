import * as z from 'zod';

import { Credits, Day } from '../document-parts.ts';

/** Some days of the ledger, as a backtest replays them. */
export const TraceDocument = z.object({
  /** Those with figures that can be trusted. */
  days: z.array(Day).readonly(),
  /** Users go by their email, or else by their id. */
  rows: z.array(z.object({ user: z.string(), date: Day, credits: Credits })).readonly(),
  /** Everybody who was ever known, where they were asked for. */
  people: z
    .array(
      z.object({
        user: z.string(),
        /** On the roster now. */
        isOn: z.boolean(),
        metadata: z.record(z.string(), z.string()).exactOptional(),
      }),
    )
    .readonly(),
});
