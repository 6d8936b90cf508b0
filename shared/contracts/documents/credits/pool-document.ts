import * as z from 'zod';

import { windowKinds } from '../../../domain/budgets/window.ts';
import { CapStatusDocument, Credits, Day } from '../document-parts.ts';

/** One sentence for people. */
const detail = z.string();
const because = z.array(z.string()).readonly();

const VerdictDocument = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('kept'), detail }),
  /** It is kept from this day on. */
  z.object({ kind: z.literal('kept-from'), day: Day, detail }),
  /**
   * No limit of these people is known; of those of them who are exempt, Curfew leaves it. Or use is reported under ids
   * that the roster lacks, and may be of each of the doubtful.
   */
  z.object({ kind: z.literal('not-bounded'), because, exempt: because, doubtful: because.optional(), detail }),
  /**
   * Limits allow so much more than the amount; for these people none can be set. Or so much more is used, within the
   * amount of its day: these top-ups ended since, the last of them on this day.
   */
  z.object({
    kind: z.literal('too-much-allowed'),
    overCredits: Credits,
    because,
    endedTopUps: z.object({ credits: Credits, day: Day }).optional(),
    detail,
  }),
  /** So much more than the amount is used. */
  z.object({ kind: z.literal('broken'), overCredits: Credits, detail }),
]);

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
  /** The most that can be used under the limits in force; null while nothing bounds the use of `unbounded`. */
  worstCase: Credits.nullable(),
  /** Expected use by the end of the window, with the range that holds it four times in five; null with too few days. */
  forecast: z.object({ low: Credits, mean: Credits, high: Credits }).nullable(),
  /** Whole days from the day of asking until the amount is expected to be used; null: not within the window. */
  runwayDays: z.int().nullable(),
  runsOutOn: Day.nullable(),
  /** What of it is reserved for members beyond their known use. */
  reserved: Credits,
  members: z.int(),
  guarantee: z.union([z.literal('strict'), z.object({ overcommit: z.number() })]),
  promised: z.enum(['kept', 'pending', 'broken']),
  /** Whether its use can exceed its amount, and why; null for a pool with overcommit, which promises nothing. */
  verdict: VerdictDocument.nullable(),
  /** Members without a limit for some time since the figures end: the promise waits for them. */
  unbounded: z.array(z.string()).readonly(),
  /** Its next windows, where the limits in force reach into them: those that begin within two days. */
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

/** `pools [NAME] --json`; with a name, everybody who draws on each pool, the largest user first. */
export const PoolsDocument = z
  .array(
    PoolDocument.extend({
      people: z
        .array(
          z.object({
            email: z.string(),
            userId: z.string(),
            /** In the window of the pool. */
            used: Credits,
            /** What the pool leaves them now, and once lowered limits have freed it; null without a share. */
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
