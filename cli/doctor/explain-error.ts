import { PlatformError, type PlatformErrorKind } from '../../shared/kernel/platform/platform-error.ts';
import { failed, type FailedCheck } from './check.ts';

/** What was thrown in a check, as a failure with a remedy. Holds no headers, bodies or keys. */
export function explainError(error: unknown): FailedCheck {
  if (error instanceof PlatformError) {
    return failed(error.message, platformRemedies[error.kind]);
  }
  const { name, message, code, action } = factsOf(error);
  const remedy = awsRemedies.find(({ names }) => names.includes(name) || (code !== undefined && names.includes(code)));
  if (remedy === undefined) {
    return failed(`${name}: ${message}`, 'if it comes again, report it');
  }
  const label = code === undefined ? name : `${name}, ${code}`;
  return failed(action === undefined ? `${remedy.problem} (${label})` : `${remedy.problem}: ${action}`, remedy.remedy);
}

const support = 'try again later; if it stays so, ask the platform’s support';
const document =
  'the platform does not speak as its document says: ask its support whether the interface has changed, and wait with the deployment';
const address = 'see whether CURFEW_BASE_URL (CURFEW_APP_URL for readiness reports) is the address of the API itself';

const platformRemedies: Readonly<Record<PlatformErrorKind, string>> = {
  unauthorized:
    'the platform does not know the key: see that it is whole and not deleted, or make a new one in the API key settings of the web application',
  forbidden:
    'the role of the key’s owner is too low: analytics are open to Manager and Owner alone. Make the key as one of them',
  key: 'see CURFEW_API_KEY; or, for CURFEW_API_KEY_SECRET_ID, that the secret is in this region, holds the key as text, and that the credentials may call secretsmanager:GetSecretValue on it',
  'bad-request': 'see that the clock of this machine is right (UTC): days that the platform has not closed are refused',
  'not-found': address,
  refused: document,
  'rate-limited': 'the platform wants fewer calls for now: wait some minutes, and see what else uses the key',
  server: support,
  timeout: support,
  network: `the platform could not be reached: ${address}, and whether a proxy or firewall stands before it`,
  tls: 'the certificate of the platform is not trusted here: see whether a proxy opens the traffic, and set NODE_EXTRA_CA_CERTS if it should',
  redirect: `redirects are never followed, for they would take the key elsewhere: ${address}`,
  'too-large': document,
  malformed: document,
  paging: document,
  aborted: 'run the trial again',
};

const signIn = 'sign in (aws sso login, aws configure) or set AWS_PROFILE';

const awsRemedies: readonly {
  /** Names and codes of errors. */
  readonly names: readonly string[];
  readonly problem: string;
  readonly remedy: string;
}[] = [
  {
    names: ['CredentialsProviderError', 'TokenProviderError'],
    problem: 'the AWS SDK finds no credentials',
    remedy: signIn,
  },
  {
    names: ['ExpiredToken', 'ExpiredTokenException', 'RequestExpired'],
    problem: 'the AWS credentials have expired',
    remedy: signIn,
  },
  {
    names: [
      'UnrecognizedClientException',
      'InvalidSignatureException',
      'InvalidClientTokenId',
      'IncompleteSignatureException',
      'MissingAuthenticationTokenException',
    ],
    problem: 'AWS does not accept the credentials',
    remedy: `${signIn}; see that the clock of this machine is right, and that the region is enabled for the account`,
  },
  {
    names: ['AccessDeniedException', 'AccessDenied'],
    problem: 'the AWS credentials may not do this',
    remedy: 'let them; docs/operating.md has the policy for the trial',
  },
  {
    names: ['LimitExceededException'],
    problem: 'AWS makes no more tables at once, or in all',
    remedy: 'wait for other tables to be ready, or raise the quota of tables of the account and region',
  },
  {
    names: ['ThrottlingException', 'ProvisionedThroughputExceededException', 'RequestLimitExceeded'],
    problem: 'AWS wants fewer calls for now',
    remedy: 'run the trial again in some minutes',
  },
  {
    names: [
      'ECONNREFUSED',
      'ENOTFOUND',
      'EAI_AGAIN',
      'ECONNRESET',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'ETIMEDOUT',
      'TimeoutError',
    ],
    problem: 'AWS could not be reached',
    remedy:
      'see AWS_REGION, AWS_ENDPOINT_URL_DYNAMODB when it is set, and whether a proxy or firewall stands before it',
  },
];

function factsOf(error: unknown): {
  readonly name: string;
  readonly message: string;
  readonly code: string | undefined;
  /** The call that was not allowed, when AWS names it: `dynamodb:CreateTable`. */
  readonly action: string | undefined;
} {
  if (!(error instanceof Error)) {
    return { name: 'Error', message: 'something that is no error was thrown', code: undefined, action: undefined };
  }
  const code: unknown = Reflect.get(error, 'code');
  const action = /not authorized to perform: ([a-z0-9-]+:\w+)/i.exec(error.message)?.[1];
  return { name: error.name, message: error.message, code: typeof code === 'string' ? code : undefined, action };
}
