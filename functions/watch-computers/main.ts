import { createDynamo } from '../../shared/adapters/dynamo/calls/create-dynamo.ts';
import { computerCalls } from '../../shared/adapters/platform/platform-calls.ts';
import { watchComputers } from '../../shared/application/watchers/computers/watch-computers.ts';
import { computersKeyVariables, platformVariables } from '../../shared/contracts/platform/platform-environment.ts';
import { settingsVariables } from '../../shared/contracts/settings/settings-variables.ts';
import { computers } from '../../shared/contracts/settings/single-settings.ts';
import { watcherSchemas } from '../../shared/contracts/settings/watcher-schemas.ts';
import { createLogger } from '../../shared/runtime/logger.ts';
import { readJobEnvironment } from '../../shared/runtime/read-job-environment.ts';
import { scheduledHandler } from '../../shared/runtime/scheduled-handler.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { functionPlatform } from '../../shared/wiring/lambda/function-platform.ts';
import { computerPorts } from '../../shared/wiring/ports/computer-ports.ts';
import { job } from './job.ts';

const variables = {
  ...platformVariables,
  ...computersKeyVariables(),
  ...settingsVariables(job.settings, { ...watcherSchemas, computers }),
};
const env = readJobEnvironment(job, variables, process.env);
const logger = createLogger(job.folder);
const ports = computerPorts({
  dynamo: createDynamo(),
  platform: functionPlatform(env, logger, { calls: computerCalls }),
  tables: env.tables,
});

export const handler = scheduledHandler(job, {
  logger,
  clock: systemClock,
  run: async (order) => watchComputers(ports, env.CURFEW_SETTINGS, order),
});
