import { limitsKeyVariables, platformVariables } from '../../shared/kernel/contract/platform-environment.ts';
import { liveCalls } from '../../shared/kernel/platform/platform-calls.ts';
import { createLogger } from '../../shared/kernel/runtime/logger.ts';
import { readJobEnvironment } from '../../shared/kernel/runtime/read-job-environment.ts';
import { scheduledHandler } from '../../shared/kernel/runtime/scheduled-handler.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import { giveLive } from '../../shared/live/use-cases/give-live.ts';
import { enforcementSchemas } from '../../shared/settings/contract/enforcement-schemas.ts';
import { settingsVariables } from '../../shared/settings/contract/settings-variables.ts';
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
