import { createDynamo } from '../../shared/adapters/dynamo/create-dynamo.ts';
import { durableRuns } from '../../shared/contracts/job-list.ts';
import { createLogger } from '../../shared/runtime/logger.ts';
import { platformAccess } from '../../shared/runtime/platform-environment.ts';
import { readEnvironment } from '../../shared/runtime/read-environment.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { tableNames } from '../../shared/runtime/table-environment.ts';
import { durableFunction } from '../../shared/wiring/durable-function.ts';
import { durableEnforcement } from '../../shared/wiring/durable-enforcement.ts';
import { functionPlatform } from '../../shared/wiring/function-platform.ts';
import { EnforceBudgetsEnvironment, enforceBudgetsTables } from './env.ts';
import { createHandler } from './handler.ts';

/** Whatever the platform wants to be waited for longer is waited for without an invocation: the step is done again. */
const waitMsMax = 5_000;

const env = readEnvironment(EnforceBudgetsEnvironment, process.env);
const logger = createLogger('enforce-budgets');

const enforce = durableEnforcement(
  {
    dynamo: createDynamo(),
    platform: functionPlatform(platformAccess(env), logger, { waitMsMax }),
    tables: tableNames(enforceBudgetsTables, env),
  },
  env.CURFEW_SETTINGS,
);

export const handler = durableFunction(durableRuns.enforce, (steps) =>
  createHandler({
    logger,
    clock: systemClock,
    steps,
    runMsMax: durableRuns.enforce.runLimitSeconds * 1000,
    enforceBudgets: enforce(steps),
  }),
);
