import * as z from 'zod';

import { tableVariables } from '../../shared/runtime/table-environment.ts';

/** The tables that direct edits are taken up in; the run that follows from them is made by the enforcing function. */
export const watchEditsTables = ['budgets', 'versions', 'journal'] as const;

/** The environment of this function, as it reads it. */
export const WatchEditsEnvironment = z.object({
  ...tableVariables(watchEditsTables),
  CURFEW_ENFORCING_FUNCTION: z
    .string()
    .min(1)
    .max(1024)
    .describe('the name or ARN, with its alias, of the function that sets limits'),
});

/** The same as a deployment sets it. */
export type WatchEditsVariables = Readonly<Record<keyof z.input<typeof WatchEditsEnvironment>, string>>;
