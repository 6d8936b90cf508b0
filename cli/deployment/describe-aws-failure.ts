/** Where a call to AWS went, for words about its failure. */
interface CallPlace {
  /** Stage and organization. */
  readonly name: string;
  /** Absent where nothing names one. */
  readonly region: string | undefined;
}

const noCredentials = new Set(['CredentialsProviderError', 'TokenProviderError']);

const refusedCredentials = new Set([
  'ExpiredToken',
  'ExpiredTokenException',
  'IncompleteSignature',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'RequestExpired',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
]);

const noAnswer = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH']);

const remedy = 'sign in (aws sso login), or set AWS_PROFILE to a profile of the account that Curfew runs in';

/**
 * What AWS refused, with what to do about it. Undefined for an error that is of another kind. Of what AWS says, only
 * names of permissions and resources are passed on.
 */
export function describeAwsFailure(error: unknown, { name, region }: CallPlace): string | undefined {
  if (!(error instanceof Error)) {
    return undefined;
  }
  if (noCredentials.has(error.name)) {
    return `There are no credentials for AWS: ${remedy}`;
  }
  if (refusedCredentials.has(error.name)) {
    return `AWS refuses the credentials (${error.name}): ${remedy}`;
  }
  if (error.message.startsWith('Region is missing')) {
    return `No region is named: set AWS_REGION to the one that ${name} is deployed in`;
  }
  if (error.name === 'AccessDeniedException' || error.name === 'AccessDenied') {
    return describeDenial(error.message, name);
  }
  if (error.name === 'ResourceNotFoundException') {
    return `A table or function of ${name} is not there any more: deploy again, or look at CloudFormation for what was removed`;
  }
  const code: unknown = Reflect.get(error, 'code');
  const isSilent = error.name === 'TimeoutError' || (typeof code === 'string' && noAnswer.has(code));
  return isSilent
    ? `AWS does not answer in ${region ?? 'no region'} (${typeof code === 'string' ? code : error.name}): check AWS_REGION, and the way to the network`
    : undefined;
}

/** Such as "User: arn:… is not authorized to perform: dynamodb:Scan on resource: arn:… because …". */
function describeDenial(message: string, name: string): string {
  const [, permission] = /not authorized to perform: ([a-z0-9-]+:[A-Za-z]+)/.exec(message) ?? [];
  const [, resource] = /on resource: (arn:[^\s"]{1,300})/.exec(message) ?? [];
  const missing = permission === undefined ? 'A permission' : `The permission ${permission}`;
  const on = resource === undefined ? '' : ` on ${resource}`;
  return `${missing}${on} is missing: the person who gives out rights on ${name} finds ready policies among the outputs of its Jobs stack`;
}
