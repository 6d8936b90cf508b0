import * as z from 'zod';

import { CapChangeDocument } from '../caps/contract/cap-document.ts';
import { Credits, Day } from '../kernel/contract/document-parts.ts';
import { usageBreakdowns } from './usage-breakdowns.ts';

export const UsageDocument = z.object({
  from: Day,
  through: Day,
  dataThrough: Day.nullable(),
  total: Credits,
  by: z.enum(usageBreakdowns),
  /** By team, model or day: largest first, days in order; empty by user. Without a name: the rest. */
  groups: z.array(z.object({ name: z.string().nullable(), credits: Credits, share: z.number() })).readonly(),
  users: z
    .array(
      z.object({
        email: z.string().nullable(),
        userId: z.string(),
        credits: Credits,
        /** Part of total consumption, 0 to 1. */
        share: z.number(),
      }),
    )
    .readonly(),
  /** One user: every day; all users: incomplete days only. */
  days: z
    .array(z.object({ day: Day, status: z.enum(['complete', 'suspect', 'missing']), credits: Credits }))
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
