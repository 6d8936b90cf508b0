import { cpSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod';

import { jobs } from '../../../shared/jobs.ts';
import { invariant } from '../../../shared/kernel/invariant.ts';
import { adminApi } from '../../../shared/kernel/runs/contract/admin-api-function.ts';
import { placeConsole } from '../../../shared/kernel/runs/contract/place-console-function.ts';
import type { Assembly } from './assembly.ts';
import { arnOf, region, type Resolve } from './resolve-template.ts';

/** A function of a template, with its asset copied to where it runs. */
export interface DeployedFunction {
  /** The name of its job, or of the admin API. */
  readonly name: string;
  /** As its alias and its permissions name it. */
  readonly functionName: string;
  readonly arn: string;
  /** Where its asset is: outside of the repository. */
  readonly folder: string;
  readonly handler: string;
  /** As the template has it, with its references resolved. */
  readonly environment: Readonly<Record<string, string>>;
  readonly memoryMb: number;
  readonly timeSeconds: number;
  readonly isDurable: boolean;
}

const LambdaFunction = z.object({
  Code: z.object({ S3Key: z.string() }),
  Description: z.string(),
  Handler: z.string(),
  Runtime: z.literal('nodejs24.x'),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }),
  MemorySize: z.int(),
  Timeout: z.int(),
  DurableConfig: z.object({ ExecutionTimeout: z.int() }).optional(),
});

/** Every function of the templates. Its asset is copied below a folder. */
export function deployFunctions(assembly: Assembly, resolve: Resolve, into: string): readonly DeployedFunction[] {
  const purposes = new Map<string, string>(
    [...jobs, adminApi, placeConsole].map(({ purpose, name }) => [purpose, name]),
  );
  return [...assembly.templates].flatMap(([stack, { Resources }]) =>
    Object.entries(Resources)
      .filter(([, { Type }]) => Type === 'AWS::Lambda::Function')
      .map(([id, { Properties }]) => {
        const properties = LambdaFunction.parse(resolve(stack, Properties));
        const name = purposes.get(properties.Description);
        invariant(name !== undefined, `${id} is the function of a declared job`);
        const functionName = String(resolve(stack, { Ref: id }));
        const folder = join(into, functionName);
        cpSync(assembly.assetOf(properties.Code.S3Key), folder, { recursive: true });
        return {
          name,
          functionName,
          arn: arnOf('lambda', `function:${functionName}`),
          folder,
          handler: properties.Handler,
          environment: properties.Environment.Variables,
          memoryMb: properties.MemorySize,
          timeSeconds: properties.Timeout,
          isDurable: properties.DurableConfig !== undefined,
        };
      }),
  );
}

/** What Lambda adds to the environment of a function. Each has keys of its own. */
export function lambdaEnvironment({ functionName, folder, handler, memoryMb }: DeployedFunction, runtimeApi: string) {
  return {
    AWS_ACCESS_KEY_ID: `AKIA${functionName.replaceAll(/[^A-Za-z0-9]/gu, '').toUpperCase()}`,
    AWS_SECRET_ACCESS_KEY: 'of-the-role',
    AWS_SESSION_TOKEN: 'of-the-role',
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: functionName,
    AWS_LAMBDA_FUNCTION_VERSION: '1',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_FORMAT: 'JSON',
    AWS_LAMBDA_LOG_LEVEL: 'INFO',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${functionName}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'stream',
    AWS_LAMBDA_RUNTIME_API: runtimeApi,
    AWS_XRAY_CONTEXT_MISSING: 'LOG_ERROR',
    LAMBDA_TASK_ROOT: folder,
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    _HANDLER: handler,
  };
}
