import { z } from 'zod';
import { refuseLimits } from '../api/routes/organization-routes.ts';
import { emailKey } from '../state/members/member.ts';
import { faultKind } from './fault.ts';

const Params = z.object({
  /** These fail; matched trimmed and case-insensitively. */
  emails: z.array(z.string()).optional(),
  /** The share of the entries that fail, evenly spread; half when neither is given. */
  share: z.number().min(0).max(1).optional(),
});

/** A PUT of limits is applied for some of its entries; the others are listed in `errors` of the 200. */
export const partialErrorsFault = faultKind('partial-errors', Params, ({ emails, share }) => ({
  appliesTo: ({ method, pathname }) => method === 'PUT' && pathname === '/api/v0/organization/usage/limits/users',
  prepare({ request }) {
    const named = new Set(emails?.map(emailKey));
    const failing = share ?? (emails === undefined ? 0.5 : 0);
    refuseLimits(
      request,
      (email, index) => named.has(email) || Math.floor((index + 1) * failing) > Math.floor(index * failing),
    );
  },
}));
