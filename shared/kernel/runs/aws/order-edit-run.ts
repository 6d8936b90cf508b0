import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';

import { AfterEditRequest, editSchedule } from '../../../enforcement/contract.ts';
import type { OrderEditRun } from '../../records/use-cases/watch-edits.ts';
import { enforceJob } from '../run-id.ts';

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
