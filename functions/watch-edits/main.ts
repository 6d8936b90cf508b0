import { LambdaClient } from '@aws-sdk/client-lambda';

import { createDynamo } from '../../shared/adapters/dynamo/create-dynamo.ts';
import { dynamoBudgetStore } from '../../shared/adapters/dynamo/dynamo-budget-store.ts';
import { orderEditRun } from '../../shared/adapters/lambda/order-edit-run.ts';
import { watchEdits } from '../../shared/application/edits/watch-edits.ts';
import { createLogger } from '../../shared/runtime/logger.ts';
import { randomIds } from '../../shared/runtime/random-ids.ts';
import { readEnvironment } from '../../shared/runtime/read-environment.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { tableNames } from '../../shared/runtime/table-environment.ts';
import { WatchEditsEnvironment, watchEditsTables } from './env.ts';
import { createHandler } from './handler.ts';

const env = readEnvironment(WatchEditsEnvironment, process.env);

const ports = {
  clock: systemClock,
  budgets: dynamoBudgetStore(createDynamo(), tableNames(watchEditsTables, env)),
  orderRun: orderEditRun(new LambdaClient({}), env.CURFEW_ENFORCING_FUNCTION),
};

export const handler = createHandler({
  logger: createLogger('watch-edits'),
  clock: systemClock,
  ids: randomIds,
  watchEdits: async (order) => watchEdits(ports, order),
});
