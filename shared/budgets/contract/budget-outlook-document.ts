import * as z from 'zod';

import { Credits, Day } from '../../kernel/contract/document-parts.ts';
import { PoolDocument } from '../../pools/contract.ts';
import { windowKinds } from '../window.ts';

/** The present state of a budget; all null while it is not in force. */
export const BudgetNowDocument = z.object({
  from: Day.nullable(),
  through: Day.nullable(),
  topUps: Credits.nullable(),
  /** Of the whole scope; for the default, one person's highest use. */
  used: Credits.nullable(),
  /** Null for an unlimited budget. */
  left: Credits.nullable(),
  forecast: PoolDocument.shape.forecast,
  /** The forecast day of exhaustion; null when it lasts. */
  runsOutOn: Day.nullable(),
  runwayDays: z.int().nullable(),
  cause: z.string().nullable(),
  /** Users of the default, the top user, and the number forecast to reach the amount. */
  people: z.int().nullable(),
  highest: z.string().nullable(),
  expectedOver: z.int().nullable(),
  daily: z.array(Credits).readonly().optional(),
});

export const ForecastsDocument = z
  .array(
    BudgetNowDocument.extend({
      scope: z.string(),
      window: z.enum(windowKinds),
      amount: z.union([Credits, z.literal('unlimited')]),
      mode: z.string(),
      /**
       * Endings within a week, with the last day: of the budget, a top-up with its credits, an exemption, a
       * reservation.
       */
      ends: z
        .array(
          z.object({
            what: z.enum(['budget', 'top-up', 'exemption', 'reservation']),
            on: Day,
            credits: Credits.nullable(),
            email: z.string().nullable(),
          }),
        )
        .readonly(),
    }),
  )
  .readonly();
export type ForecastsDocument = z.output<typeof ForecastsDocument>;
