import { storesOn, type Installation } from '../../shared/wiring/installation.ts';
import { createDynamo } from '../../shared/adapters/dynamo/create-dynamo.ts';
import type { DeploymentName, DeploymentParts } from '../../shared/contracts/deployment-parts.ts';
import type { Environment } from '../../shared/runtime/read-environment.ts';
import { CommandError } from '../frame/command-error.ts';
import { awsEndpoint } from './aws-endpoint.ts';
import { describeAwsFailure } from './describe-aws-failure.ts';
import { readParameters } from './read-parameters.ts';

/** A deployment in AWS, seen with the rights of whoever calls. */
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
  const { parts, readSettings } = await readParameters(name, env);
  const { account, region, tables } = parts;
  const words = `${name.stage}/${name.organization}`;
  const dynamo = createDynamo(awsEndpoint('DYNAMODB', env, region));
  return {
    parts,
    title: `${words} in AWS (${region}, account ${account})`,
    installation: {
      ...storesOn({ dynamo, tables }),
      isRunning: true,
      readSettings,
      close: async () => {
        dynamo.destroy();
        return Promise.resolve();
      },
    },
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
