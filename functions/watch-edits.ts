import { LambdaClient } from '@aws-sdk/client-lambda';

import { orderEditRun } from '../shared/kernel/runs/aws/start-run.ts';
import { edits } from '../shared/wiring/jobs.ts';
import { deployedJob } from '../shared/wiring/lambda/deployed-job.ts';

export const handler = deployedJob(edits, ({ functions }) => ({
  orderRun: orderEditRun(new LambdaClient({}), functions.enforce),
}));
