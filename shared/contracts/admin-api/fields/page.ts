import * as z from 'zod';

import { isDay } from '../../../domain/time/day.ts';
import { quotedValue } from '../../quoted-value.ts';
import { momentMs } from './moment.ts';

/** Rows that one page holds, unless asked otherwise, and at most. */
export const rowsUsual = 1_000;
const rowsMax = 5_000;

/** Where a page begins and how long it is; whoever gives neither gets the first page. */
export const PageQuery = z.strictObject({
  cursor: z.string().max(500).optional(),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,3}$/u, `must be a whole number from 1 to ${rowsMax}`)
    .transform(Number)
    .refine((rows) => rows <= rowsMax, `must be a whole number from 1 to ${rowsMax}`)
    .optional(),
});

/** Where a page stands in its list. */
const PlaceDocument = z.object({
  /** How many rows come before it. */
  before: z.int(),
  /** How many rows the list has, of all pages. */
  total: z.int(),
  /** Give it as `cursor` for the page before this one; null where that is the first page, or this is it. */
  previous: z.string().nullable(),
});

/** A list that is read page by page, with further facts about all of it. */
export function pageOf<Row extends z.ZodType, Facts extends z.ZodRawShape>(row: Row, facts: Facts) {
  return z.object({
    rows: z.array(row).readonly(),
    /** Give it as `cursor` for the rows after these; null on the last page. */
    next: z.string().nullable(),
    /** Where a page was asked for: its place in the list as it stands now. */
    place: PlaceDocument.optional(),
    ...facts,
  });
}

/** What somebody types to find rows by. */
export const SearchText = z.string().min(1).max(200);

/** A UTC day. */
export const DayText = z.string().refine(isDay, 'must be a day such as 2026-03-15');

/** As of when: an ISO instant, or a day, which stands for 02:30 UTC of it. Read as Unix milliseconds. */
export const Moment = z.string().transform((text, context) => {
  const atMs = momentMs(text);
  if (atMs === undefined) {
    context.issues.push({
      code: 'custom',
      input: text,
      message: `${quotedValue(text)} is not a moment; give an instant such as 2026-03-15T02:30:00Z, or a day such as 2026-03-15 for 02:30 UTC of it`,
    });
    return z.NEVER;
  }
  return atMs;
});

/** The query of everything that shows how things stand at a moment: now unless given. */
export const AsOfQuery = z.strictObject({ at: Moment.optional() });

/** At most so many rows, the newest first; a text, as addresses hold it. */
export const CountText = z
  .string()
  .regex(/^[1-9]\d{0,4}$/u, 'must be a whole number from 1 to 99999')
  .transform(Number);
