import type { Logger } from '@aws-lambda-powertools/logger';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

import type { PlatformLimits } from '../adapters/platform/http/limits.ts';
import { createPlatformClient, type PlatformClient } from '../adapters/platform/platform-client.ts';
import { secretKey } from '../adapters/secrets/secret-key.ts';
import type { PlatformAccess } from '../runtime/platform-environment.ts';
import { systemClock } from '../runtime/system-clock.ts';
import { logPlatformEvent } from './log-platform-event.ts';

/** The platform as a function reaches it. Nothing is fetched here: the key is read when the first call needs it. */
export function functionPlatform(
  { baseUrl, appUrl, key }: PlatformAccess,
  logger: Logger,
  limits: Partial<PlatformLimits> = {},
): PlatformClient {
  return createPlatformClient({
    baseUrl,
    appUrl,
    limits,
    readKey:
      key.kind === 'given'
        ? async () => Promise.resolve(key.key)
        : secretKey(new SecretsManagerClient({}), key.secretId),
    fetch: globalThis.fetch,
    clock: systemClock,
    random: () => Math.random(),
    logger: (event) => {
      logPlatformEvent(logger, event);
    },
  });
}
