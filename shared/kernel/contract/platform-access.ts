import * as z from 'zod';

import { platformVariables } from './platform-environment.ts';

const { CURFEW_BASE_URL, CURFEW_APP_URL } = platformVariables;

/** For people: the platform's address, and the key or its secret. */
export const PlatformEnvironment = z
  .object({
    CURFEW_BASE_URL,
    CURFEW_APP_URL,
    CURFEW_API_KEY: z.string().optional(),
    CURFEW_API_KEY_SECRET_ID: z.string().optional(),
  })
  .refine((env) => (env.CURFEW_API_KEY === undefined) !== (env.CURFEW_API_KEY_SECRET_ID === undefined), {
    path: ['CURFEW_API_KEY'],
    message:
      'set either CURFEW_API_KEY to a key of a Manager or Owner, or CURFEW_API_KEY_SECRET_ID to the secret that holds it, not both',
    // Reported together with all other faults.
    when: () => true,
  });

export interface PlatformAccess {
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly key:
    | { readonly kind: 'given'; readonly key: string }
    | { readonly kind: 'secret'; readonly secretId: string };
}

export function platformAccess(env: z.output<typeof PlatformEnvironment>): PlatformAccess {
  const { CURFEW_BASE_URL: baseUrl, CURFEW_API_KEY_SECRET_ID: secretId } = env;
  return {
    baseUrl,
    appUrl: env.CURFEW_APP_URL ?? baseUrl,
    key: secretId === undefined ? { kind: 'given', key: env.CURFEW_API_KEY ?? '' } : { kind: 'secret', secretId },
  };
}
