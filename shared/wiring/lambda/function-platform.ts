import type { Logger } from '@aws-lambda-powertools/logger';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type * as z from 'zod';

import { secretKey } from '../../kernel/aws/secret-key.ts';
import type {
  computersKeyVariables,
  limitsKeyVariables,
  PlatformPurpose,
  platformVariables,
  sessionsKeyVariables,
} from '../../kernel/contract/platform-environment.ts';
import { createPlatformHttp, type PlatformHttp } from '../../kernel/platform/http/http.ts';
import type { PlatformLimits } from '../../kernel/platform/http/limits.ts';
import type { PlatformEvent } from '../../kernel/platform/http/platform-event.ts';
import { systemClock } from '../../kernel/runtime/system-clock.ts';

const fieldsNamedMax = 20;

/** Logs what the platform client met on the way to an answer. */
export function logPlatformEvent(logger: Logger, event: PlatformEvent): void {
  const { endpoint } = event;
  switch (event.kind) {
    case 'retrying': {
      const { attempt, failure, status: httpStatus, delayMs } = event;
      logger.warn('calling the platform again', { endpoint, attempt, failure, httpStatus, delayMs });
      return;
    }
    case 'key-read-again':
      logger.warn('the platform refused the key, which is read again', { endpoint, httpStatus: event.status });
      return;
    case 'unknown-fields':
      logger.info('the platform sent fields that are not documented', {
        endpoint,
        fields: [...event.fields.keys()].slice(0, fieldsNamedMax),
      });
      return;
    case 'rows-quarantined':
      logger.warn('rows of the platform could not be read and were left out', {
        endpoint,
        rows: event.rows,
        firstProblem: event.firstProblem,
      });
  }
}

type Values<Pieces extends z.ZodRawShape> = z.output<z.ZodObject<Pieces>>;

/** Where the platform is, and the secrets of the keys that a function may read. */
type PlatformKeys = Values<typeof platformVariables> &
  Partial<Values<typeof limitsKeyVariables & typeof sessionsKeyVariables & typeof computersKeyVariables>>;

/**
 * The platform as a function reaches it, with the calls of its job and no other: what is not named is not in its bundle.
 * Nothing is fetched here: the key is read when the first call needs it.
 */
export function onPlatform<Calls>(calls: (http: PlatformHttp) => Calls, limits: Partial<PlatformLimits> = {}) {
  return (env: PlatformKeys, logger: Logger) => ({ platform: calls(functionHttp(env, logger, limits)) });
}

function functionHttp(env: PlatformKeys, logger: Logger, limits: Partial<PlatformLimits>): PlatformHttp {
  const secrets = new SecretsManagerClient({});
  return createPlatformHttp({
    baseUrl: env.CURFEW_BASE_URL,
    appUrl: env.CURFEW_APP_URL ?? env.CURFEW_BASE_URL,
    limits,
    readKey: async (purpose) => secretKey(secrets, secretIdFor(purpose, env))(),
    fetch: globalThis.fetch,
    clock: systemClock,
    random: () => Math.random(),
    logger: (event) => {
      logPlatformEvent(logger, event);
    },
  });
}

/** The key that reads does what has none of its own. */
function secretIdFor(purpose: PlatformPurpose, env: PlatformKeys): string {
  const own = {
    reading: undefined,
    limits: env.CURFEW_API_KEY_LIMITS_SECRET_ID,
    sessions: env.CURFEW_API_KEY_SESSIONS_SECRET_ID,
    computers: env.CURFEW_API_KEY_COMPUTERS_SECRET_ID,
  } as const;
  return own[purpose] ?? env.CURFEW_API_KEY_SECRET_ID;
}
