import { type PostResult, unreachedCodes } from './post.ts';

export interface AwsTerms {
  /** Default: AWS, or the environment's. */
  readonly endpoint?: string;
  readonly timeMs?: number;
}

/** A client that tries each call once: the outbox tries again. */
export function awsClientTerms(region: string | undefined, { endpoint, timeMs = 10_000 }: AwsTerms) {
  const requestHandler = { connectionTimeout: 3_000, requestTimeout: timeMs, throwOnRequestTimeout: true };
  return { region, endpoint, maxAttempts: 1, requestHandler };
}

/** Refusals that another time may take back: too many calls, credentials that ended. */
const temporaryNames: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'LimitExceededException',
  'ExpiredTokenException',
  'RequestExpired',
]);

/** Nothing was sent: it could not be signed. */
const unsignedNames: ReadonlySet<string> = new Set(['CredentialsProviderError', 'TokenProviderError']);

/** A call of AWS, as the answer of a receiver. */
export function answered(status: number): PostResult {
  return { kind: 'answered', status, body: '' };
}

export function resultOfError(error: unknown): PostResult {
  const { name, code, status } = factsOf(error);
  if (status !== undefined) {
    return answered(temporaryNames.has(name) ? 429 : status);
  }
  if (unsignedNames.has(name)) {
    return { kind: 'not-reached', code: 'no AWS credentials' };
  }
  return unreachedCodes.has(code) ? { kind: 'not-reached', code } : { kind: 'unknown', code };
}

/** An error without its message. Names and codes are single words; anything else is outside text. */
function factsOf(error: unknown): { readonly name: string; readonly code: string; readonly status?: number } {
  if (!(error instanceof Error)) {
    return { name: '', code: 'EUNKNOWN' };
  }
  const metadata = Reflect.get(error, '$metadata') as { readonly httpStatusCode?: unknown } | undefined;
  const words: readonly unknown[] = [Reflect.get(error, 'code'), error.name];
  const code = words.find((each) => typeof each === 'string' && /^\w{1,60}$/u.test(each));
  return {
    name: error.name,
    code: typeof code === 'string' ? code : 'EUNKNOWN',
    ...(typeof metadata?.httpStatusCode === 'number' && { status: metadata.httpStatusCode }),
  };
}
