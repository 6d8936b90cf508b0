import { createDynamo } from '../../shared/adapters/dynamo/calls/create-dynamo.ts';
import { limitsKeyVariables, platformVariables } from '../../shared/contracts/platform/platform-environment.ts';
import { enforcementSchemas } from '../../shared/contracts/settings/schemas-read.ts';
import { settingsVariables } from '../../shared/contracts/settings/settings-variables.ts';
import { createLogger } from '../../shared/runtime/logger.ts';
import { readJobEnvironment } from '../../shared/runtime/read-job-environment.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { durableFunction } from '../../shared/wiring/lambda/durable-function.ts';
import { durableEnforcement } from '../../shared/wiring/lambda/durable-enforcement.ts';
import { createHandler } from './handler.ts';
import { job } from './job.ts';

const variables = {
  ...platformVariables,
  ...limitsKeyVariables(),
  ...settingsVariables(job.settings, enforcementSchemas),
};
const env = readJobEnvironment(job, variables, process.env);
const logger = createLogger(job.folder);

const enforce = durableEnforcement(
  {
    dynamo: createDynamo(),
    platform: async () =>
      (await import('../../shared/wiring/lambda/enforcement-platform.ts')).enforcementPlatform(env, logger),
    tables: env.tables,
  },
  env.CURFEW_SETTINGS,
);

export const handler = durableFunction(job.limits.durable, (steps) =>
  createHandler({ logger, clock: systemClock, steps, enforceBudgets: enforce(steps) }),
);
