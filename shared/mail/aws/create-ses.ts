import { SESClient } from '@aws-sdk/client-ses';

interface SesOptions {
  /** Default: AWS, or the environment's. */
  readonly endpoint?: string;
  readonly region?: string;
}

/**
 * The SES client. It tries each call once: a retry after a lost answer is a second mail. Connections are not reused,
 * since one closed by the service looks like a lost answer too.
 */
export function createSes(options: SesOptions = {}): SESClient {
  return new SESClient({
    ...options,
    ...(options.endpoint !== undefined && isThisMachine(options.endpoint) && localAccount(options.region)),
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 15_000,
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: false },
      httpsAgent: { keepAlive: false },
    },
  });
}

/** The mail catcher requires credentials and accepts any. */
function localAccount(region = 'us-east-1') {
  return { region, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
}

function isThisMachine(endpoint: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(endpoint).hostname);
}
