import * as z from 'zod';

import { PlatformEnvironment } from '../../shared/runtime/platform-environment.ts';
import { settingsVariable } from '../../shared/runtime/settings-environment.ts';
import { tableVariables } from '../../shared/runtime/table-environment.ts';

export const watchControlsTables = [
  'leases',
  'runs',
  'journal',
  'outbox',
  'alerts',
  'recipients',
  'revisions',
  'controls',
  'evidence',
] as const;

/** The environment of the function, as it reads it. */
export const WatchControlsEnvironment = PlatformEnvironment.safeExtend({
  ...tableVariables(watchControlsTables),
  CURFEW_SETTINGS: settingsVariable,
  CURFEW_FINGERPRINT_KEY_SECRET_ID: z
    .string()
    .max(2048)
    .describe('the secret that holds the key of the fingerprints of secrets'),
});

/** The environment of the function, as a deployment sets it: all of it, and never a key itself. */
export type WatchControlsVariables = Readonly<
  Record<Exclude<keyof z.input<typeof WatchControlsEnvironment>, 'CURFEW_API_KEY'>, string>
>;
