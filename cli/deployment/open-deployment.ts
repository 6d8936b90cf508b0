import { SSMClient } from '@aws-sdk/client-ssm';

import { ParameterError, readDeployment, type ReadDeployment } from '../../shared/kernel/aws/read-deployment.ts';
import type { DeploymentName, DeploymentParts } from '../../shared/kernel/contract/deployment-parts.ts';
import type { Environment } from '../../shared/kernel/runtime/read-environment.ts';
import { clientOptions, createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import { deployedInstallation } from '../../shared/wiring/lambda/deployed-installation.ts';
import { CommandError } from '../frame/command-error.ts';
import { awsEndpoint } from './aws-endpoint.ts';
import { describeAwsFailure } from './describe-aws-failure.ts';

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
