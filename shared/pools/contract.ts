import * as z from 'zod';

import { windowKinds } from '../budgets/window.ts';
import { CapStatusDocument, Credits, Day } from '../kernel/contract/document-parts.ts';

const detail = z.string();
const because = z.array(z.string()).readonly();

const VerdictDocument = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('kept'), detail }),
  z.object({ kind: z.literal('kept-from'), day: Day, detail }),
  /**
   * These people have no known limit; the exempt ones are left so. Or use is reported under ids that the roster lacks,
   * and may belong to any of the doubtful.
   */
  z.object({ kind: z.literal('not-bounded'), because, exempt: because, doubtful: because.optional(), detail }),
  /**
   * Limits exceed the amount by this; these people's cannot be set. Or this much more is used, within its day's amount:
   * these top-ups have ended since, the last on this day.
   */
  z.object({
    kind: z.literal('too-much-allowed'),
    overCredits: Credits,
    because,
    endedTopUps: z.object({ credits: Credits, day: Day }).optional(),
    detail,
  }),
  z.object({ kind: z.literal('broken'), overCredits: Credits, detail }),
]);

export const PoolDocument = z.object({
  /** `org` or `team:NAME`. */
  scope: z.string(),
  window: z.enum(windowKinds),
  from: Day,
  through: Day,
  amount: Credits,
  topUps: Credits,
  used: Credits,
  /** Of the amount. */
  left: Credits,
  /** What its limits may add up to: the amount, or more with overcommit. */
  allowed: Credits,
  /** The maximum use under the limits in force; null while the use of `unbounded` is unlimited. */
  worstCase: Credits.nullable(),
  /** Use by the end of the window, with its 80 % range; null with too few days. */
  forecast: z.object({ low: Credits, mean: Credits, high: Credits }).nullable(),
  /** Whole days until use is forecast to reach the amount, or past it what is allowed; null: not within the window. */
  runwayDays: z.int().nullable(),
  runsOutOn: Day.nullable(),
  reserved: Credits,
  members: z.int(),
  guarantee: z.union([z.literal('strict'), z.object({ overcommit: z.number() })]),
  promised: z.enum(['kept', 'pending', 'broken']),
  /** Whether use can exceed the amount, and why; null for a pool with overcommit, which guarantees nothing. */
  verdict: VerdictDocument.nullable(),
  /** Members without a limit for some time since the figures end: the guarantee waits for them. */
  unbounded: z.array(z.string()).readonly(),
  /** Windows that begin within two days, when the limits in force reach into them. */
  next: z
    .array(
      z.object({
        from: Day,
        through: Day,
        amount: Credits,
        worstCase: Credits.nullable(),
        verdict: VerdictDocument.nullable(),
      }),
    )
    .readonly(),
});
export type PoolDocument = z.output<typeof PoolDocument>;

/** With a name: every user of each pool, the largest first. */
export const PoolsDocument = z
  .array(
    PoolDocument.extend({
      people: z
        .array(
          z.object({
            email: z.string(),
            userId: z.string(),
            used: Credits,
            /** The present share, and its size once lowered limits have freed credits; null without a share. */
            share: Credits.nullable(),
            target: Credits.nullable(),
            limit: Credits.nullable(),
            status: CapStatusDocument,
            stopped: z.boolean(),
            unbounded: z.boolean(),
          }),
        )
        .readonly()
        .optional(),
    }),
  )
  .readonly();
export type PoolsDocument = z.output<typeof PoolsDocument>;
