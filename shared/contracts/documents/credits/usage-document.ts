import * as z from 'zod';

import { usageBreakdowns } from '../../../domain/ledger/usage-breakdowns.ts';
import { Credits, Day } from '../document-parts.ts';
import { CapChangeDocument } from './cap-document.ts';

/** `usage [EMAIL] --json`. */
export const UsageDocument = z.object({
  from: Day,
  through: Day,
  dataThrough: Day.nullable(),
  total: Credits,
  by: z.enum(usageBreakdowns),
  /** By team, model or day: the most first, days in their order; none by user. Without a name: what belongs to none. */
  groups: z.array(z.object({ name: z.string().nullable(), credits: Credits, share: z.number() })).readonly(),
  users: z
    .array(
      z.object({
        email: z.string().nullable(),
        userId: z.string(),
        credits: Credits,
        /** Part of what everybody consumed, 0 to 1. */
        share: z.number(),
      }),
    )
    .readonly(),
  /** Of one user every day; of everybody those that are not complete. */
  days: z
    .array(z.object({ day: Day, status: z.enum(['complete', 'suspect', 'missing']), credits: Credits }))
    .readonly(),
});
export type UsageDocument = z.output<typeof UsageDocument>;

/** What one person used, and under which limits: for a drawing of it. */
export const PersonUseDocument = z.object({
  email: z.string().nullable(),
  userId: z.string(),
  dataThrough: Day.nullable(),
  platformWindow: z.object({ from: Day, through: Day }),
  /** Known days, ascending; the platform’s window and some weeks before it. */
  days: z.array(z.object({ day: Day, credits: Credits })).readonly(),
  /** Use by the end of the platform’s window, with the range that holds it four times in five; null with too few days. */
  forecast: z.object({ low: Credits, mean: Credits, high: Credits }).nullable(),
  /** The changes of their limit, the newest first: two months back at most. */
  limits: z.array(CapChangeDocument).readonly(),
});
export type PersonUseDocument = z.output<typeof PersonUseDocument>;

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
        metadata: z.record(z.string(), z.string()).optional(),
      }),
    )
    .readonly(),
});
