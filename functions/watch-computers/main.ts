import { watchComputers } from '../../shared/computers/use-cases/watch-computers.ts';
import { computersKeyVariables, platformVariables } from '../../shared/kernel/contract/platform-environment.ts';
import { computerCalls } from '../../shared/kernel/platform/platform-calls.ts';
import { createLogger } from '../../shared/kernel/runtime/logger.ts';
import { readJobEnvironment } from '../../shared/kernel/runtime/read-job-environment.ts';
import { scheduledHandler } from '../../shared/kernel/runtime/scheduled-handler.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import { settingsVariables } from '../../shared/settings/contract/settings-variables.ts';
import { computers } from '../../shared/settings/contract/single-settings.ts';
import { watcherSchemas } from '../../shared/settings/contract/watcher-schemas.ts';
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
