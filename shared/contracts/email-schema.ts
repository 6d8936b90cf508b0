import * as z from 'zod';

import { emailRemedy } from '../domain/budgets/scope.ts';
import { emailCharsMax, emailPattern } from '../domain/roster/email.ts';
import { fault } from './records/record.ts';

/** The error for what is not one email: what was read, what to give, and what it was nearest to. */
export function notAnEmail(remedy?: string): (issue: { readonly input?: unknown }) => string {
  return ({ input }) =>
    fault('is not an email', emailRemedy(typeof input === 'string' ? input : '', remedy))({ input });
}

/** One address, as people write it: by the one rule, and no glob. */
export function emailSchema(
  error: string | ((issue: { readonly input?: unknown }) => string) = 'Invalid email address',
) {
  return z
    .email({ pattern: emailPattern, error })
    .max(emailCharsMax, { error })
    .refine((text) => !text.includes('*'), { error });
}
