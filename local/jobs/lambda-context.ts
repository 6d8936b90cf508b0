import { randomUUID } from 'node:crypto';

import type { Context } from 'aws-lambda';

import type { JobDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import type { Clock } from '../../shared/kernel/runs/use-cases/ports.ts';

/** The context that the function of a job finds in AWS, with the job's own time limit. */
export function lambdaContext(
  { folder: functionName, limits }: Pick<JobDeclaration, 'folder' | 'limits'>,
  clock: Clock,
): Context {
  const endMs = clock.now() + limits.timeSeconds * 1_000;
  return {
    functionName,
    functionVersion: 'local',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
    memoryLimitInMB: String(limits.memoryMb),
    awsRequestId: randomUUID(),
    logGroupName: functionName,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, endMs - clock.now()),
    // The older ways to end an invocation; no handler of ours calls them.
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
}
