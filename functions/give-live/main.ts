import { createDynamo } from '../../shared/adapters/dynamo/calls/create-dynamo.ts';
import { liveCalls } from '../../shared/adapters/platform/platform-calls.ts';
import { giveLive } from '../../shared/application/enforcement/live/give-live.ts';
import { limitsKeyVariables, platformVariables } from '../../shared/contracts/platform/platform-environment.ts';
import { enforcementSchemas } from '../../shared/contracts/settings/enforcement-schemas.ts';
import { settingsVariables } from '../../shared/contracts/settings/settings-variables.ts';
import { createLogger } from '../../shared/runtime/logger.ts';
import { readJobEnvironment } from '../../shared/runtime/read-job-environment.ts';
import { scheduledHandler } from '../../shared/runtime/scheduled-handler.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { functionPlatform } from '../../shared/wiring/lambda/function-platform.ts';
import { livePorts } from '../../shared/wiring/ports/live-ports.ts';
import { job } from './job.ts';

const variables = {
  ...platformVariables,
  ...limitsKeyVariables(),
  ...settingsVariables(job.settings, enforcementSchemas),
};
const env = readJobEnvironment(job, variables, process.env);
const logger = createLogger(job.folder);
const ports = livePorts({
  dynamo: createDynamo(),
  platform: functionPlatform(env, logger, { calls: liveCalls }),
  tables: env.tables,
});

export const handler = scheduledHandler(job, {
  logger,
  clock: systemClock,
  run: async (order) => giveLive(ports, env.CURFEW_SETTINGS, order),
});
