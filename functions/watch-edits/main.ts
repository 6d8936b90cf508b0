import { LambdaClient } from '@aws-sdk/client-lambda';

import { dynamoBudgetStore } from '../../shared/budgets/store.ts';
import { dynamoGrantStore } from '../../shared/grants/store.ts';
import { watchEdits } from '../../shared/kernel/records/use-cases/watch-edits.ts';
import { orderEditRun } from '../../shared/kernel/runs/aws/start-run.ts';
import { immediateSteps } from '../../shared/kernel/runs/store/immediate-steps.ts';
import { createLogger } from '../../shared/kernel/runtime/logger.ts';
import { randomIds } from '../../shared/kernel/runtime/random-ids.ts';
import { readJobEnvironment } from '../../shared/kernel/runtime/read-job-environment.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import { dynamoTeamStore } from '../../shared/teams/store.ts';
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
