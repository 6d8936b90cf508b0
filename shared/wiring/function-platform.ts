import type { Logger } from '@aws-lambda-powertools/logger';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type * as z from 'zod';

import type { PlatformLimits } from '../adapters/platform/http/limits.ts';
import { createPlatformHttp, type PlatformHttp } from '../adapters/platform/http/http.ts';
import { secretKey } from '../adapters/secrets/secret-key.ts';
import type { platformVariables } from '../contracts/platform-environment.ts';
import { systemClock } from '../runtime/system-clock.ts';
import { logPlatformEvent } from './log-platform-event.ts';

/**
 * The platform as a function reaches it, with the calls of its job and no other: what is not named here is not in its
 * bundle. Nothing is fetched here: the key is read when the first call needs it.
 */
export function functionPlatform<Calls>(
  env: z.output<z.ZodObject<typeof platformVariables>>,
  logger: Logger,
  { calls, limits = {} }: { readonly calls: (http: PlatformHttp) => Calls; readonly limits?: Partial<PlatformLimits> },
): Calls {
  const http = createPlatformHttp({
    baseUrl: env.CURFEW_BASE_URL,
    appUrl: env.CURFEW_APP_URL ?? env.CURFEW_BASE_URL,
    limits,
    readKey: secretKey(new SecretsManagerClient({}), env.CURFEW_API_KEY_SECRET_ID),
    fetch: globalThis.fetch,
    clock: systemClock,
    random: () => Math.random(),
    logger: (event) => {
      logPlatformEvent(logger, event);
    },
  });
  return calls(http);
}
