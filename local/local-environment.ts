import * as z from 'zod';
import { engineKeyIn } from '../shared/contracts/engine-key.ts';
import { PlatformEnvironment } from '../shared/contracts/platform-environment.ts';
import { readEnvironment, type Environment } from '../shared/runtime/read-environment.ts';

const endpoint = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional();

const endpoints = {
  AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  AWS_ENDPOINT_URL_SES: endpoint,
};

const WithoutPlatform = z.object(endpoints);

const { CURFEW_BASE_URL, CURFEW_APP_URL } = PlatformEnvironment.shape;
const WithPlatform = z.object({
  ...endpoints,
  CURFEW_BASE_URL,
  CURFEW_APP_URL,
  CURFEW_API_KEY: z.string().describe('an API key of a Manager or Owner of the organization'),
});

const platformVariables = ['CURFEW_BASE_URL', 'CURFEW_APP_URL', 'CURFEW_API_KEY'];

/** A real platform, as the environment names it. */
export interface GivenPlatform {
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly apiKey: string;
}

/** What the environment says of an installation on this machine; what it leaves out is embedded. */
export interface LocalEnvironment {
  readonly platform?: GivenPlatform;
  readonly dynamoEndpoint?: string;
  /** Of an engine of Curfew that runs there. */
  readonly dynamoAccessKeyId?: string;
  readonly sesEndpoint?: string;
}

/** Reads the environment; raises EnvironmentError with one message that names every wrong variable. */
export function readLocalEnvironment(env: Environment): LocalEnvironment {
  const { AWS_ENDPOINT_URL_DYNAMODB: dynamoEndpoint, AWS_ENDPOINT_URL_SES: sesEndpoint } = readEnvironment(
    namesPlatform(env) ? WithPlatform : WithoutPlatform,
    env,
  );
  const dynamoAccessKeyId = engineKeyIn(env);
  return {
    ...(namesPlatform(env) && { platform: platformIn(readEnvironment(WithPlatform, env)) }),
    ...(dynamoEndpoint !== undefined && { dynamoEndpoint }),
    ...(dynamoAccessKeyId !== undefined && { dynamoAccessKeyId }),
    ...(sesEndpoint !== undefined && { sesEndpoint }),
  };
}

function namesPlatform(env: Environment): boolean {
  return platformVariables.some((name) => (env[name] ?? '') !== '');
}

function platformIn(env: z.output<typeof WithPlatform>): GivenPlatform {
  return {
    baseUrl: env.CURFEW_BASE_URL,
    appUrl: env.CURFEW_APP_URL ?? env.CURFEW_BASE_URL,
    apiKey: env.CURFEW_API_KEY,
  };
}
