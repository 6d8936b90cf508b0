import * as z from 'zod';

import { settingsVariable } from '../../shared/runtime/settings-environment.ts';
import { tableVariables } from '../../shared/runtime/table-environment.ts';

export const watchMailTables = ['journal', 'recipients'] as const;

/** The environment of the function, as it reads it. It has no key of any kind. */
export const WatchMailEnvironment = z.object({
  ...tableVariables(watchMailTables),
  CURFEW_SETTINGS: settingsVariable,
});

/** The same as a deployment sets it. */
export type WatchMailVariables = Readonly<Record<keyof z.input<typeof WatchMailEnvironment>, string>>;
