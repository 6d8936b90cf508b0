import * as z from 'zod';

import { emailRemedy } from '../budgets/scope.ts';
import { fault } from '../kernel/records/contract/record.ts';
import { emailCharsMax, emailPattern } from './email.ts';

/** The error for text that is not one email: the value, the remedy, and the nearest valid form. */
export function notAnEmail(remedy?: string): (issue: { readonly input?: unknown }) => string {
  return ({ input }) =>
    fault('is not an email', emailRemedy(typeof input === 'string' ? input : '', remedy))({ input });
}

/** One address by the common rule, without wildcards. */
export function emailSchema(
  error: string | ((issue: { readonly input?: unknown }) => string) = 'Invalid email address',
) {
  return z
    .email({ pattern: emailPattern, error })
    .max(emailCharsMax, { error })
    .refine((text) => !text.includes('*'), { error });
}
