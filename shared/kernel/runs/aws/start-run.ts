import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';

import type { ByHandRequest } from '../../../enforcement/contract.ts';
import { invariant } from '../../invariant.ts';
import type { ScheduledRun } from '../contract/scheduled-run.ts';

/** Starts runs through the jobs' functions without waiting: a long run outlives the caller. */
export function lambdaStarter(functions: Readonly<Record<string, string>>, lambda = new LambdaClient()) {
  return {
    jobs: Object.keys(functions),
    /** Throws errors of the service. */
    async start(request: ByHandRequest | ScheduledRun): Promise<void> {
      const FunctionName = functions[request.job];
      invariant(FunctionName !== undefined, 'only a job that is deployed is started');
      await lambda.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload: JSON.stringify(request) }));
    },
  };
}
