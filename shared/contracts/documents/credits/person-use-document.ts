import * as z from 'zod';
import { CapChangeDocument } from './cap-document.ts';
import { Credits, Day } from '../document-parts.ts';

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
