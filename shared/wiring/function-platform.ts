import type { Logger } from '@aws-lambda-powertools/logger';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type * as z from 'zod';

import type { PlatformLimits } from '../adapters/platform/http/limits.ts';
import { createPlatformClient, type PlatformClient } from '../adapters/platform/platform-client.ts';
import { secretKey } from '../adapters/secrets/secret-key.ts';
import type { platformVariables } from '../contracts/platform-environment.ts';
import { systemClock } from '../runtime/system-clock.ts';
import { logPlatformEvent } from './log-platform-event.ts';

/** The platform as a function reaches it. Nothing is fetched here: the key is read when the first call needs it. */
export function functionPlatform(
  env: z.output<z.ZodObject<typeof platformVariables>>,
  logger: Logger,
  limits: Partial<PlatformLimits> = {},
): PlatformClient {
  return createPlatformClient({
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
}
