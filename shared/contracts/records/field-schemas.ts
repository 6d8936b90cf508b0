import * as z from 'zod';
import { isDay } from '../../domain/time/day.ts';
import { fault } from './record.ts';

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
