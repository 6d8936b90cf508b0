import { LambdaClient } from '@aws-sdk/client-lambda';

import { createDynamo } from '../../shared/adapters/dynamo/calls/create-dynamo.ts';
import { dynamoBudgetStore } from '../../shared/adapters/dynamo/edits/dynamo-budget-store.ts';
import { dynamoGrantStore } from '../../shared/adapters/dynamo/edits/dynamo-grant-store.ts';
import { dynamoTeamStore } from '../../shared/adapters/dynamo/edits/dynamo-team-store.ts';
import { orderEditRun } from '../../shared/adapters/lambda/order-edit-run.ts';
import { immediateSteps } from '../../shared/adapters/memory/runs/immediate-steps.ts';
import { watchEdits } from '../../shared/application/edits/watch-edits.ts';
import { createLogger } from '../../shared/runtime/logger.ts';
import { randomIds } from '../../shared/runtime/random-ids.ts';
import { readJobEnvironment } from '../../shared/runtime/read-job-environment.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { createHandler } from './handler.ts';
import { job } from './job.ts';

const env = readJobEnvironment(job, {}, process.env);

const dynamo = createDynamo();
const ports = {
  clock: systemClock,
  steps: immediateSteps(),
  budgets: dynamoBudgetStore(dynamo, env.tables),
  teams: dynamoTeamStore(dynamo, env.tables),
  grants: dynamoGrantStore(dynamo, env.tables),
  orderRun: orderEditRun(new LambdaClient({}), env.functions.enforce),
};

export const handler = createHandler({
  logger: createLogger(job.folder),
  clock: systemClock,
  ids: randomIds,
  watchEdits: async (order) => watchEdits(ports, order),
});
