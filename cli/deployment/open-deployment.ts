import { SSMClient } from '@aws-sdk/client-ssm';

import { ParameterError, readDeployment, type ReadDeployment } from '../../shared/kernel/aws/read-deployment.ts';
import { clientOptions } from '../../shared/kernel/client-options.ts';
import type { DeploymentName, DeploymentParts } from '../../shared/kernel/contract/deployment-parts.ts';
import type { Environment } from '../../shared/kernel/runtime/read-environment.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import { deployedInstallation } from '../../shared/wiring/lambda/deployed-installation.ts';
import { CommandError } from '../frame/command-error.ts';
import { awsEndpoint } from './aws-endpoint.ts';

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
function describeAwsFailure(
  error: unknown,
  {
    name,
    region,
  }: {
    /** Stage and organization. */
    readonly name: string;
    /** Absent where nothing names one. */
    readonly region: string | undefined;
  },
): string | undefined {
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

/** A deployment in AWS, with the caller's rights. */
export interface Deployment {
  readonly parts: DeploymentParts;
  /** For people: which one, and where. */
  readonly title: string;
  /** Its tables; edits of them take effect by themselves. To be closed. */
  readonly installation: Installation;
  /** Does what asks AWS, and raises CommandError in plain words for what AWS refuses. */
  readonly explained: <T>(work: Promise<T>) => Promise<T>;
}

/** Finds a deployment. Nothing is changed. Raises CommandError when it is not there or may not be read. */
export async function openDeployment(name: DeploymentName, env: Environment): Promise<Deployment> {
  const found = await lookUp(name, env);
  const { parts } = found;
  const { account, region } = parts;
  const words = `${name.stage}/${name.organization}`;
  const dynamo = createDynamo(awsEndpoint('DYNAMODB', env, region));
  return {
    parts,
    title: `${words} in AWS (${region}, account ${account})`,
    installation: deployedInstallation(found, { dynamo, endpointOf: (service) => awsEndpoint(service, env, region) }),
    explained: async (work) => {
      try {
        return await work;
      } catch (error) {
        const problem = describeAwsFailure(error, { name: words, region });
        throw problem === undefined ? error : new CommandError(problem);
      }
    },
  };
}

/** Looks a deployment up. Raises CommandError when it is not there, or when AWS does not let it be read. */
async function lookUp(name: DeploymentName, env: Environment): Promise<ReadDeployment> {
  const words = `${name.stage}/${name.organization}`;
  const ssm = new SSMClient(clientOptions(awsEndpoint('SSM', env)));
  // Where nothing names a region, asking for it raises what every call would raise.
  const region = await ssm.config.region().catch(() => undefined);
  try {
    const found = await readDeployment(ssm, name);
    if (found === undefined) {
      throw new CommandError(
        `There is no deployment ${words} in ${region ?? 'this region'}: check stage and organization, AWS_REGION and AWS_PROFILE; one of an older version has to be deployed again`,
      );
    }
    return { ...found, readSettings: () => inWords(found.readSettings) };
  } catch (error) {
    const problem =
      error instanceof ParameterError ? error.message : describeAwsFailure(error, { name: words, region });
    throw problem === undefined ? error : new CommandError(problem);
  } finally {
    ssm.destroy();
  }
}

function inWords<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ParameterError ? new CommandError(error.message) : error;
  }
}
