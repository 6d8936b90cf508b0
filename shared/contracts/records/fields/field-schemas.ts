import * as z from 'zod';
import { holdsUnprintable } from '../../../domain/texts/unprintable.ts';
import { isDay } from '../../../domain/time/day.ts';
import { fault } from '../record.ts';

const dayRemedy = 'give a day as YYYY-MM-DD';

/** A UTC day. */
export const daySchema = z
  .string({ error: fault('is not a text', dayRemedy) })
  .refine(isDay, { error: fault('is not a day of the calendar', dayRemedy) });

/** Whole credits, or another whole number, within bounds. */
export function wholeNumberSchema(min: number, max: number, remedy: string) {
  return z
    .int({ error: fault('is not a whole number', remedy) })
    .min(min, { error: fault(`is under ${min}`, remedy) })
    .max(max, { error: fault('is too large', remedy) });
}

/** One line of text that can be seen. */
export function lineSchema(charsMax: number, remedy: string) {
  return z
    .string({ error: fault('is not a text', remedy) })
    .trim()
    .min(1, { error: fault('is empty', remedy) })
    .max(charsMax, { error: fault('is too long', remedy) })
    .refine((text) => !holdsUnprintable(text), {
      error: fault('holds characters that cannot be seen', 'remove them'),
    });
}
