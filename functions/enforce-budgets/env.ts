import type * as z from 'zod';

import { PlatformEnvironment } from '../../shared/runtime/platform-environment.ts';
import { settingsVariable } from '../../shared/runtime/settings-environment.ts';
import { tableVariables } from '../../shared/runtime/table-environment.ts';

/** The tables that a run which sets caps works on. */
export const enforceBudgetsTables = [
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
  'pages',
  'journal',
  'outbox',
  'alerts',
  'recipients',
  'evidence',
] as const;

/** The environment of this function, as it reads it. */
export const EnforceBudgetsEnvironment = PlatformEnvironment.safeExtend({
  ...tableVariables(enforceBudgetsTables),
  CURFEW_SETTINGS: settingsVariable,
});

/** The same as a deployment sets it: all of it, and never the key itself. */
export type EnforceBudgetsVariables = Readonly<
  Record<Exclude<keyof z.input<typeof EnforceBudgetsEnvironment>, 'CURFEW_API_KEY'>, string>
>;
