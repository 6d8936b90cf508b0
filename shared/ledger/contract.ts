import * as z from 'zod';

import { windowKinds } from '../budgets/window.ts';
import { CapChangeDocument } from '../caps/contract/cap-document.ts';
import type { Contract } from '../kernel/contract/contract.ts';
import { CostDocument, Credits, Day } from '../kernel/contract/document-parts.ts';
import { AsOfQuery, DayText, pageOf, PageQuery, SearchText } from '../kernel/contract/fields/page.ts';
import { exploredParts } from './explore-use.ts';
import { usageBreakdowns } from './usage-breakdowns.ts';

export const UsageDocument = z.object({
  from: Day,
  through: Day,
  dataThrough: Day.nullable(),
  total: Credits,
  cost: CostDocument,
  by: z.enum(usageBreakdowns),
  /** By team, model or day: largest first, days in order; empty by user. Without a name: the rest. */
  groups: z
    .array(z.object({ name: z.string().nullable(), credits: Credits, cost: CostDocument, share: z.number() }))
    .readonly(),
  users: z
    .array(
      z.object({
        email: z.string().nullable(),
        userId: z.string(),
        credits: Credits,
        cost: CostDocument,
        /** Part of total consumption, 0 to 1. */
        share: z.number(),
      }),
    )
    .readonly(),
  /** One user: every day; all users: incomplete days only. */
  days: z
    .array(
      z.object({ day: Day, status: z.enum(['complete', 'suspect', 'missing']), credits: Credits, cost: CostDocument }),
    )
    .readonly(),
});
export type UsageDocument = z.output<typeof UsageDocument>;

export const PersonUseDocument = z.object({
  email: z.string().nullable(),
  userId: z.string(),
  dataThrough: Day.nullable(),
  platformWindow: z.object({ from: Day, through: Day }),
  /** Known days, ascending: the platform's window and some weeks before. */
  days: z.array(z.object({ day: Day, credits: Credits })).readonly(),
  /** By the end of the platform's window, with its 80 % range; null with too few days. */
  forecast: z.object({ low: Credits, mean: Credits, high: Credits }).nullable(),
  /** Usual use of each later day of the platform's window; it adds up to the forecast. */
  expected: z.array(z.object({ day: Day, credits: Credits })).readonly(),
  /** Changes of their limit, newest first, two months at most. */
  limits: z.array(CapChangeDocument).readonly(),
});
export type PersonUseDocument = z.output<typeof PersonUseDocument>;

export const TraceDocument = z.object({
  days: z.array(Day).readonly(),
  /** By email, or else by id. */
  rows: z.array(z.object({ user: z.string(), date: Day, credits: Credits })).readonly(),
  people: z
    .array(
      z.object({
        user: z.string(),
        isOn: z.boolean(),
        metadata: z.record(z.string(), z.string()).optional(),
      }),
    )
    .readonly(),
});

const ExploredRowDocument = z.object({
  /** A user id, or the name of a team or model; empty for use without one. */
  key: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  team: z.string().nullable(),
  credits: Credits,
  /** Part of the total, 0 to 1. */
  share: z.number(),
  /** In the compared days; null where not all are known. */
  before: Credits.nullable(),
  days: z.array(Credits).readonly(),
});

const ComingStopDocument = z.object({
  email: z.string(),
  userId: z.string(),
  team: z.string().nullable(),
  /** The expected day. */
  on: Day,
  limit: Credits,
  left: Credits,
  /** The budget that decides; null where none is known. */
  scope: z.string().nullable(),
  window: z.enum(windowKinds).nullable(),
  /** The first day on which it counts anew. */
  until: Day,
});

export const ledgerContract = {
  exploreUsage: {
    purpose: 'Breaks the use of days down by user, team or model, each by day and beside as many days before',
    query: z.strictObject({
      ...PageQuery.shape,
      ...AsOfQuery.shape,
      by: z.enum(exploredParts).optional(),
      window: z.enum(windowKinds).optional(),
      from: DayText.optional(),
      through: DayText.optional(),
      /** The first of the compared days; default: right before the range. */
      before: DayText.optional(),
      team: z.string().min(1).max(320).optional(),
      search: SearchText.optional(),
    }),
    answer: pageOf(ExploredRowDocument, {
      from: Day,
      through: Day,
      before: z.object({ from: Day, through: Day }).nullable(),
      dataThrough: Day.nullable(),
      by: z.enum(exploredParts),
      /** Of all rows, whatever the page and the search. */
      total: Credits,
      beforeTotal: Credits.nullable(),
      days: z.array(z.object({ day: Day, credits: Credits, before: Credits.nullable() })).readonly(),
    }),
  },
  listComingStops: {
    purpose: 'Lists the people whom their limits will stop within seven days at their usual pace, the soonest first',
    query: z.strictObject({ ...PageQuery.shape, ...AsOfQuery.shape, team: z.string().min(1).max(320).optional() }),
    answer: pageOf(ComingStopDocument, {}),
    rowKey: ['userId'],
  },
} as const satisfies Contract<'usage'>;
