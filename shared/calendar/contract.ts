import * as z from 'zod';

import { HookTokenDocument } from '../hook/contract.ts';
import type { Contract } from '../kernel/contract/contract.ts';

const addresses = z.array(HookTokenDocument).readonly();

export const calendarContract = {
  listCalendarAddresses: {
    purpose: 'Lists the addresses of the caller’s calendar, by their names alone',
    answer: z.object({ addresses }),
  },
  makeCalendarAddress: {
    purpose:
      'Makes an address at which a calendar app reads what the caller may see; it is answered this once and kept nowhere',
    answer: z.object({
      address: HookTokenDocument,
      /** Where Curfew is reached; null: the console's own address. */
      links: z.string().nullable(),
      /** What follows it, with the secret. */
      path: z.string(),
    }),
  },
  revokeCalendarAddresses: {
    purpose: 'Revokes every address of the caller’s calendar',
    answer: z.object({ revoked: addresses }),
  },
} as const satisfies Contract<'calendar'>;
