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
  /** What its limits may add up to: the amount with top-ups, or more with overcommit; null for an unlimited budget. */
  allowed: Credits.nullable(),
  forecast: PoolDocument.shape.forecast,
  /** The forecast day on which use reaches the amount, or past it what is allowed; null when it lasts. */
  runsOutOn: Day.nullable(),
  runwayDays: z.int().nullable(),
  cause: z.string().nullable(),
  /** Users of the default, the top user, how many have used it up, and how many more are forecast to. */
  people: z.int().nullable(),
  highest: z.string().nullable(),
  usedUp: z.int().nullable(),
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
      /** Endings within a week, with the last day: budget, top-up with its credits, exemption, reservation. */
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

/** A budget over its present window; days in order. Null: not known, or unlimited. */
export const BurnDownDocument = z.object({
  scope: z.string(),
  window: z.enum(windowKinds),
  from: Day,
  through: Day,
  today: Day,
  dataThrough: Day.nullable(),
  /** With top-ups. */
  amount: z.union([Credits, z.literal('unlimited')]),
  allowed: Credits.nullable(),
  used: Credits,
  forecast: PoolDocument.shape.forecast,
  /** Days on which use reaches the amount, or past it what is allowed: expected, and at both ends of the 80 % range; null: it lasts. */
  runsOut: z.object({ expected: Day.nullable(), earliest: Day.nullable(), latest: Day.nullable() }).nullable(),
  days: z
    .array(
      z.object({
        day: Day,
        credits: Credits.nullable(),
        /** From the window's start. */
        used: Credits.nullable(),
        /** With the top-ups that count on the day. */
        amount: Credits.nullable(),
        /** The forecast of `used` after the last known day. */
        low: Credits.nullable(),
        mean: Credits.nullable(),
        high: Credits.nullable(),
      }),
    )
    .readonly(),
  /** What changed the amount in this window. */
  marks: z
    .array(
      z.object({
        day: Day,
        kind: z.enum(['made', 'changed', 'removed', 'top-up']),
        by: z.string(),
        credits: Credits.nullable(),
        reason: z.string().nullable(),
      }),
    )
    .readonly(),
});
