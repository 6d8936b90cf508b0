import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';

import { AfterEditRequest, type ByHandRequest, editSchedule } from '../../../enforcement/contract.ts';
import { invariant } from '../../invariant.ts';
import type { OrderEditRun } from '../../records/use-cases/watch-edits.ts';
import type { ScheduledRun } from '../contract/scheduled-run.ts';
import { enforceJob } from '../run-id.ts';

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

/** Starts the enforcing function's run asynchronously; Lambda retries it. Throws errors of the service. */
export function orderEditRun(lambda: LambdaClient, functionName: string): OrderEditRun {
  return async ({ runId, atMs }) => {
    const scheduledTime = new Date(atMs).toISOString();
    const request = AfterEditRequest.parse({ job: enforceJob, schedule: editSchedule, scheduledTime, runId });
    const command = { FunctionName: functionName, InvocationType: 'Event', Payload: JSON.stringify(request) } as const;
    await lambda.send(new InvokeCommand(command));
    return { isDone: true };
  };
}
