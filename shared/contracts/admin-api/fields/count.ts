import * as z from 'zod';

/** At most so many rows, the newest first; a text, as addresses hold it. */
export const CountText = z
  .string()
  .regex(/^[1-9]\d{0,4}$/u, 'must be a whole number from 1 to 99999')
  .transform(Number);
