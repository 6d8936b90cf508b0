import * as z from 'zod';

import { windowKinds } from '../../budgets/window.ts';
import { BindingDocument, Credits, Day } from '../../kernel/contract/document-parts.ts';
import { policyNames } from '../score.ts';

export const BacktestDocument = z.object({
  policies: z
    .array(
      z.object({
        name: z.enum(policyNames),
        overspent: Credits,
        refusedWhileFunded: Credits,
        usersStopped: z.int(),
        granted: Credits,
        refused: Credits,
        /** Requests that set limits; 0 for the clairvoyant. */
        limitRequests: z.int(),
        /** Granted relative to the clairvoyant; null when that granted nothing. */
        ofClairvoyant: z.number().nullable(),
      }),
    )
    .readonly(),
  trace: z.object({
    source: z.enum(['ledger', 'file']),
    from: Day,
    through: Day,
    days: z.int(),
    users: z.int(),
    wanted: Credits,
  }),
  anchorDay: z.int(),
  pool: z
    .object({
      amount: Credits,
      window: z.enum(windowKinds),
      overcommit: z.number(),
      /** Parameters of the policy `live`; shares from 0 to 1. */
      live: z.object({
        hints: z.number(),
        hintSessions: z.number(),
        wrong: z.number(),
        lagMinutes: z.int(),
        cap: z.number(),
      }),
    })
    .optional(),
  budgets: z
    .object({
      granted: Credits,
      refused: Credits,
      usersStopped: z.int(),
      stops: z
        .array(
          z.object({
            user: z.string(),
            date: Day,
            /** Minute of the UTC day. */
            minute: z.int(),
            time: z.string(),
            refused: Credits,
            binding: BindingDocument,
          }),
        )
        .readonly(),
    })
    .optional(),
});
export type BacktestDocument = z.output<typeof BacktestDocument>;
