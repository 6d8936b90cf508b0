import * as z from 'zod';

import { quotedValue } from '../../records/contract/fields/quoted-value.ts';
import { isDay } from '../../time/day.ts';
import { momentMs } from './moment.ts';

/** Default and maximum rows per page. */
export const rowsUsual = 1_000;
const rowsMax = 5_000;

/** A page's start and length; default: the first page. */
export const PageQuery = z.strictObject({
  cursor: z.string().max(500).optional(),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,3}$/u, `must be a whole number from 1 to ${rowsMax}`)
    .transform(Number)
    .refine((rows) => rows <= rowsMax, `must be a whole number from 1 to ${rowsMax}`)
    .optional(),
});

const PlaceDocument = z.object({
  before: z.int(),
  total: z.int(),
  /** The `cursor` of the previous page; null when that is the first page, or this is. */
  previous: z.string().nullable(),
});

/** A paged list with facts about the whole. */
export function pageOf<Row extends z.ZodType, Facts extends z.ZodRawShape>(row: Row, facts: Facts) {
  return z.object({
    rows: z.array(row).readonly(),
    /** The `cursor` of the next page; null on the last. */
    next: z.string().nullable(),
    /** When a page was requested: its place in the present list. */
    place: PlaceDocument.optional(),
    ...facts,
  });
}

export const SearchText = z.string().min(1).max(200);

export const DayText = z.string().refine(isDay, 'must be a day such as 2026-03-15');

/** An ISO instant, or a day, meaning 02:30 UTC of it. Parsed to Unix milliseconds. */
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

/** The query of everything shown for a moment; default: now. */
export const AsOfQuery = z.strictObject({ at: Moment.optional() });

/** Maximum number of rows, newest first; a text, as in URLs. */
export const CountText = z
  .string()
  .regex(/^[1-9]\d{0,4}$/u, 'must be a whole number from 1 to 99999')
  .transform(Number);
