import type * as z from 'zod';

import { PlatformEnvironment } from '../../shared/runtime/platform-environment.ts';
import { settingsVariable } from '../../shared/runtime/settings-environment.ts';
import { tableVariables } from '../../shared/runtime/table-environment.ts';

export const watchEditsTables = [
  'budgets',
  'versions',
  'teams',
  'grants',
  'ledger',
  'users',
  'limits',
  'leases',
  'runs',
  'plans',
  'journal',
  'outbox',
  'alerts',
  'evidence',
] as const;

/** The environment of the function, as it reads it. */
export const WatchEditsEnvironment = PlatformEnvironment.safeExtend({
  ...tableVariables(watchEditsTables),
  CURFEW_SETTINGS: settingsVariable,
});

/** The environment of the function, as a deployment sets it: all of it, and never the key itself. */
export type WatchEditsVariables = Readonly<
  Record<Exclude<keyof z.input<typeof WatchEditsEnvironment>, 'CURFEW_API_KEY'>, string>
>;
