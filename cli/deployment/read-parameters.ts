import { GetParametersCommand, SSMClient } from '@aws-sdk/client-ssm';

import { clientOptions } from '../../shared/adapters/dynamo/client-options.ts';
import { deploymentParameters, DeploymentParts, type DeploymentName } from '../../shared/contracts/deployment-parts.ts';
import { Settings } from '../../shared/contracts/settings.ts';
import type { Environment } from '../../shared/runtime/read-environment.ts';
import { CommandError } from '../frame/command-error.ts';
import { awsEndpoint } from './aws-endpoint.ts';
import { describeAwsFailure } from './describe-aws-failure.ts';

/** What a deployment says of itself. */
export interface ReadDeployment {
  readonly parts: DeploymentParts;
  /** Raises CommandError when they cannot be read: most commands do without them. */
  readonly readSettings: () => Settings;
}

/** Looks a deployment up, in one call. Raises CommandError when it is not there, or when AWS does not let it be read. */
export async function readParameters(name: DeploymentName, env: Environment): Promise<ReadDeployment> {
  const words = `${name.stage}/${name.organization}`;
  const paths = deploymentParameters(name);
  const ssm = new SSMClient(clientOptions(awsEndpoint('SSM', env)));
  // Where nothing names a region, asking for it raises what every call would raise.
  const region = await ssm.config.region().catch(() => undefined);
  try {
    const { Parameters = [] } = await ssm.send(new GetParametersCommand({ Names: [paths.parts, paths.settings] }));
    const valueOf = (path: string): string | undefined => Parameters.find(({ Name }) => Name === path)?.Value;
    const parts = valueOf(paths.parts);
    if (parts === undefined) {
      throw new CommandError(
        `There is no deployment ${words} in ${region ?? 'this region'}: check stage and organization, AWS_REGION and AWS_PROFILE; one of an older version has to be deployed again`,
      );
    }
    return {
      parts: parsed(DeploymentParts, parts, paths.parts),
      readSettings: () => parsed(Settings, valueOf(paths.settings) ?? '', paths.settings),
    };
  } catch (error) {
    const problem = describeAwsFailure(error, { name: words, region });
    throw problem === undefined ? error : new CommandError(problem);
  } finally {
    ssm.destroy();
  }
}

interface Schema<T> {
  safeParse(value: unknown): { readonly success: true; readonly data: T } | { readonly success: false };
}

function parsed<T>(schema: Schema<T>, text: string, path: string): T {
  const read = schema.safeParse(jsonIn(text));
  if (!read.success) {
    throw new CommandError(
      `The parameter ${path} is not of this version of curfew: use the version that was deployed, or deploy this one`,
    );
  }
  return read.data;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
