import * as z from 'zod';

/** Section "Limits": a computer's name has 1 to 63 characters. */
export const computerName = z.string().min(1).max(63);
