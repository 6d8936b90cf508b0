import * as z from 'zod';

import { windowKinds } from '../../../domain/budgets/window.ts';
import { Credits, Day } from '../document-parts.ts';
import { PoolDocument } from './pool-document.ts';

/** What is known of a budget now; all of it null while the budget is not in force. */
const BudgetNowDocument = z.object({
  from: Day.nullable(),
  through: Day.nullable(),
  topUps: Credits.nullable(),
  /** Of everybody in scope; of the default, the highest use of one person. */
  used: Credits.nullable(),
  /** Null for an unlimited budget. */
  left: Credits.nullable(),
  forecast: PoolDocument.shape.forecast,
  /** The day on which the amount is expected to be used; null when it lasts. */
  runsOutOn: Day.nullable(),
  runwayDays: z.int().nullable(),
  /** Whose use is more than usual. */
  cause: z.string().nullable(),
  /** How many people draw on the default, who has used most, and how many are expected to reach the amount. */
  people: z.int().nullable(),
  highest: z.string().nullable(),
  expectedOver: z.int().nullable(),
  /** What was used on each known day of the window, where it was asked for. */
  daily: z.array(Credits).readonly().optional(),
});
type BudgetNowDocument = z.output<typeof BudgetNowDocument>;

/** `forecast [SCOPE] --json`. */
export const ForecastsDocument = z
  .array(
    BudgetNowDocument.extend({
      scope: z.string(),
      window: z.enum(windowKinds),
      amount: z.union([Credits, z.literal('unlimited')]),
      mode: z.string(),
      /** What ends within a week, with its last day: the budget, a top-up of it with its credits, an exemption from it, a member's reservation in it. */
      ends: z
        .array(
          z.object({
            what: z.enum(['budget', 'top-up', 'exemption', 'reservation']),
            on: Day,
            credits: Credits.nullable(),
            /** Whose it is, of a budget that many have or share. */
            email: z.string().nullable(),
          }),
        )
        .readonly(),
    }),
  )
  .readonly();
export type ForecastsDocument = z.output<typeof ForecastsDocument>;
