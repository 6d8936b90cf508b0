import { withDurableExecution, type DurableContext } from '@aws/durable-execution-sdk-js';

import { createDynamo } from '../../shared/adapters/dynamo/create-dynamo.ts';
import { durableSteps } from '../../shared/adapters/durable/durable-steps.ts';
import { createSes } from '../../shared/adapters/ses/create-ses.ts';
import type { EnforceRequest } from '../../shared/contracts/enforce-request.ts';
import { jobList } from '../../shared/contracts/job-list.ts';
import { createLogger } from '../../shared/runtime/logger.ts';
import { platformAccess } from '../../shared/runtime/platform-environment.ts';
import { readEnvironment } from '../../shared/runtime/read-environment.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { tableNames } from '../../shared/runtime/table-environment.ts';
import { durableNight } from '../../shared/wiring/durable-night.ts';
import { functionPlatform } from '../../shared/wiring/function-platform.ts';
import { EnforceBudgetsEnvironment, enforceBudgetsTables } from './env.ts';
import { createHandler } from './handler.ts';

const env = readEnvironment(EnforceBudgetsEnvironment, process.env);
const logger = createLogger('enforce-budgets');

/** Whatever takes longer is waited for without an invocation: the step is done again. */
const waitMsMax = 5_000;

const [{ stepLimitSeconds, runLimitSeconds }] = jobList;

const enforce = durableNight(
  {
    dynamo: createDynamo(),
    ses: createSes(),
    platform: functionPlatform(platformAccess(env), logger, { waitMsMax }),
    tables: tableNames(enforceBudgetsTables, env),
    mailFrom: env.CURFEW_SETTINGS.mailFrom,
  },
  env.CURFEW_SETTINGS,
);

export const handler = withDurableExecution(async (request: EnforceRequest, durable: DurableContext) => {
  const { lambdaContext } = durable;
  const hasTimeLeft = () => lambdaContext.getRemainingTimeInMillis() > stepLimitSeconds * 1000;
  const steps = durableSteps(durable, { hasTimeLeft });
  const runMsMax = runLimitSeconds * 1000;
  const run = createHandler({ logger, clock: systemClock, steps, runMsMax, enforceBudgets: enforce(steps) });
  return run(request, lambdaContext);
});
