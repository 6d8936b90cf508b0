import type * as z from 'zod';

import { mailVariables } from './mail-environment.ts';
import { PlatformEnvironment } from './platform-environment.ts';
import { settingsVariable } from './settings-environment.ts';
import { tableVariables } from './table-environment.ts';

/** The tables that a run which sets caps works on, whether the night orders it or an edit. */
export const capRunTables = [
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
  'recipients',
  'evidence',
] as const;

/** The environment of a function that sets caps, as it reads it. */
export const CapRunEnvironment = PlatformEnvironment.safeExtend({
  ...tableVariables(capRunTables),
  CURFEW_SETTINGS: settingsVariable,
  ...mailVariables,
});

/** The same as a deployment sets it: all of it, and never the key itself. */
export type CapRunVariables = Readonly<
  Record<Exclude<keyof z.input<typeof CapRunEnvironment>, 'CURFEW_API_KEY'>, string>
>;
