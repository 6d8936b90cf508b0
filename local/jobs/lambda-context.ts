import { randomUUID } from 'node:crypto';

import type { Context } from 'aws-lambda';

import type { JobDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import type { Clock } from '../../shared/kernel/runs/ports.ts';

/** The Lambda context in AWS, with the job's time limit. */
export function lambdaContext({ file: functionName, limits }: JobDeclaration, clock: Clock): Context {
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
    // Legacy ways to end an invocation; our handlers do not use them.
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
}
