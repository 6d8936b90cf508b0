import * as z from 'zod';

import { type KeyedPurpose, PlatformEnvironment } from '../shared/kernel/contract/platform-environment.ts';
import { engineKeyIn } from '../shared/kernel/contract/tables.ts';
import { readEnvironment, type Environment } from '../shared/kernel/runtime/read-environment.ts';

const endpoint = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional();

const endpoints = {
  AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  AWS_ENDPOINT_URL_SES: endpoint,
};

const WithoutPlatform = z.object(endpoints);

/** Default: CURFEW_API_KEY. */
const purposeKey = z.string().optional();
const purposeKeys = {
  CURFEW_API_KEY_LIMITS: purposeKey,
  CURFEW_API_KEY_SESSIONS: purposeKey,
  CURFEW_API_KEY_COMPUTERS: purposeKey,
};

const { CURFEW_BASE_URL, CURFEW_APP_URL } = PlatformEnvironment.shape;
const WithPlatform = z.object({
  ...endpoints,
  CURFEW_BASE_URL,
  CURFEW_APP_URL,
  CURFEW_API_KEY: z.string().describe('an API key of a Manager or Owner of the organization'),
  ...purposeKeys,
});

const platformVariables = ['CURFEW_BASE_URL', 'CURFEW_APP_URL', 'CURFEW_API_KEY', ...Object.keys(purposeKeys)];

export interface GivenPlatform {
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly apiKey: string;
  /** By purpose; default `apiKey`. */
  readonly keys?: Readonly<Partial<Record<KeyedPurpose, string>>>;
}

/** The environment's parts of an installation; missing ones are embedded. */
export interface LocalEnvironment {
  readonly platform?: GivenPlatform;
  readonly dynamoEndpoint?: string;
  /** Set for a Curfew engine at that address. */
  readonly dynamoAccessKeyId?: string;
  readonly sesEndpoint?: string;
}

/** Throws EnvironmentError naming every wrong variable. */
export function readLocalEnvironment(env: Environment): LocalEnvironment {
  const { AWS_ENDPOINT_URL_DYNAMODB: dynamoEndpoint, AWS_ENDPOINT_URL_SES: sesEndpoint } = readEnvironment(
    namesPlatform(env) ? WithPlatform : WithoutPlatform,
    env,
  );
  const dynamoAccessKeyId = engineKeyIn(env);
  return {
    ...(namesPlatform(env) && { platform: platformIn(readEnvironment(WithPlatform, env)) }),
    dynamoEndpoint,
    dynamoAccessKeyId,
    sesEndpoint,
  };
}

function namesPlatform(env: Environment): boolean {
  return platformVariables.some((name) => (env[name] ?? '') !== '');
}

function platformIn(env: z.output<typeof WithPlatform>): GivenPlatform {
  const keys = {
    ...(env.CURFEW_API_KEY_LIMITS !== undefined && { limits: env.CURFEW_API_KEY_LIMITS }),
    ...(env.CURFEW_API_KEY_SESSIONS !== undefined && { sessions: env.CURFEW_API_KEY_SESSIONS }),
    ...(env.CURFEW_API_KEY_COMPUTERS !== undefined && { computers: env.CURFEW_API_KEY_COMPUTERS }),
  };
  return {
    baseUrl: env.CURFEW_BASE_URL,
    appUrl: env.CURFEW_APP_URL ?? env.CURFEW_BASE_URL,
    apiKey: env.CURFEW_API_KEY,
    ...(Object.keys(keys).length > 0 && { keys }),
  };
}
