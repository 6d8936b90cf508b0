import * as z from 'zod';

import { emailCharsMax, emailPattern } from '../domain/roster/email.ts';

/** One address, as people write it: by the one rule, and no glob. */
export function emailSchema(
  error: string | ((issue: { readonly input?: unknown }) => string) = 'Invalid email address',
) {
  return z
    .email({ pattern: emailPattern, error })
    .max(emailCharsMax, { error })
    .refine((text) => !text.includes('*'), { error });
}
