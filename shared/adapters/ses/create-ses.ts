import { SESClient } from '@aws-sdk/client-ses';

interface SesOptions {
  /** Absent: the one of AWS, or of the environment. */
  readonly endpoint?: string;
  readonly region?: string;
}

/**
 * The client of the mail service. It tries each call once: a second try after a lost answer is a second mail.
 * Connections are not kept, since one that the service has closed meanwhile looks like a lost answer, too.
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

/** The mail catcher asks for an account like any other, and takes every one. */
function localAccount(region = 'us-east-1') {
  return { region, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
}

function isThisMachine(endpoint: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(endpoint).hostname);
}
