import * as z from 'zod';

import { mailVariables } from '../../shared/runtime/mail-environment.ts';
import { tableVariables } from '../../shared/runtime/table-environment.ts';

export const deliverMailsTables = ['outbox', 'leases'] as const;

/** The environment of the function, as it reads it: it knows nothing of the platform. */
export const DeliverMailsEnvironment = z.object({
  ...tableVariables(deliverMailsTables),
  ...mailVariables,
  CURFEW_MAIL_FROM: z.email().describe('the address that mails come from'),
});

/** The same as a deployment sets it. */
export type DeliverMailsVariables = Readonly<Record<keyof z.input<typeof DeliverMailsEnvironment>, string>>;
