import { GetParametersCommand, type SSMClient } from '@aws-sdk/client-ssm';
import type * as z from 'zod';

import { Settings } from '../../settings/contract/settings.ts';
import { type DeploymentName, deploymentParameters, DeploymentParts } from '../contract/deployment-parts.ts';

export interface ReadDeployment {
  readonly name: DeploymentName;
  readonly parts: DeploymentParts;
  /** Throws ParameterError when they are unreadable: much works without them. */
  readonly readSettings: () => Settings;
}

/** A deployment's parameter is of another version. The message holds no value. */
export class ParameterError extends Error {
  override readonly name = 'ParameterError';
}

/** Reads a deployment's parameters in one call; undefined: none. Throws ParameterError for another version. */
export async function readDeployment(ssm: SSMClient, name: DeploymentName): Promise<ReadDeployment | undefined> {
  const paths = deploymentParameters(name);
  const { Parameters = [] } = await ssm.send(new GetParametersCommand({ Names: [paths.parts, paths.settings] }));
  const valueOf = (path: string): string | undefined => Parameters.find(({ Name }) => Name === path)?.Value;
  const parts = valueOf(paths.parts);
  return parts === undefined
    ? undefined
    : {
        name,
        parts: parsed(DeploymentParts, parts, paths.parts),
        readSettings: () => parsed(Settings, valueOf(paths.settings) ?? '', paths.settings),
      };
}

function parsed<T>(schema: z.ZodType<T>, text: string, path: string): T {
  const read = schema.safeParse(jsonIn(text));
  if (!read.success) {
    throw new ParameterError(
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
