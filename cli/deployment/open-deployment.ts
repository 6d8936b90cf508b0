import { storesOn, type Installation } from '../../shared/wiring/installation.ts';
import type { Anchoring } from '../../shared/application/controls/anchors/anchor-ports.ts';
import { createDynamo } from '../../shared/adapters/dynamo/calls/create-dynamo.ts';
import { type DeploymentName, DeploymentParts, deploymentParameters } from '../../shared/contracts/deployment-parts.ts';
import type { Environment } from '../../shared/runtime/read-environment.ts';
import { CommandError } from '../frame/command-error.ts';
import { awsEndpoint } from './aws-endpoint.ts';
import { describeAwsFailure } from './describe-aws-failure.ts';
import { GetParametersCommand, SSMClient } from '@aws-sdk/client-ssm';
import { clientOptions } from '../../shared/adapters/dynamo/calls/client-options.ts';
import { Settings } from '../../shared/contracts/settings.ts';

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
      anchoring: async () => anchoringOf(parts, env),
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

/** Loaded when it is needed: few commands ask for it. It is read here, and never signed: retention is for what is written. */
async function anchoringOf({ region, evidence }: DeploymentParts, env: Environment): Promise<Anchoring> {
  if (evidence === undefined) {
    const { noAnchoring } = await import('../../shared/adapters/anchors/no-anchoring.ts');
    return noAnchoring('an earlier version deployed it, which signs nothing: npm run deploy');
  }
  const { awsAnchoring } = await import('../../shared/adapters/anchors/aws-anchoring.ts');
  const { organization, key: keyId, bucket } = evidence;
  return awsAnchoring(
    { organization, keyId, bucket, retentionDays: 1 },
    { kms: clientOptions(awsEndpoint('KMS', env, region)), s3: clientOptions(awsEndpoint('S3', env, region)) },
  );
}

/** What a deployment says of itself. */
interface ReadDeployment {
  readonly parts: DeploymentParts;
  /** Raises CommandError when they cannot be read: most commands do without them. */
  readonly readSettings: () => Settings;
}

/** Looks a deployment up, in one call. Raises CommandError when it is not there, or when AWS does not let it be read. */
async function readParameters(name: DeploymentName, env: Environment): Promise<ReadDeployment> {
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
