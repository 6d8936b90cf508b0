import { platformVariables } from '../../shared/kernel/contract/platform-environment.ts';
import { readinessCalls } from '../../shared/kernel/platform/platform-calls.ts';
import { createLogger } from '../../shared/kernel/runtime/logger.ts';
import { readJobEnvironment } from '../../shared/kernel/runtime/read-job-environment.ts';
import { scheduledHandler } from '../../shared/kernel/runtime/scheduled-handler.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import { watchReadiness } from '../../shared/readiness/use-cases/watch-readiness.ts';
import { settingsVariables } from '../../shared/settings/contract/settings-variables.ts';
import { readiness } from '../../shared/settings/contract/single-settings.ts';
import { watcherSchemas } from '../../shared/settings/contract/watcher-schemas.ts';
import { functionPlatform } from '../../shared/wiring/lambda/function-platform.ts';
import { readinessPorts } from '../../shared/wiring/ports/readiness-ports.ts';
import { job } from './job.ts';

const env = readJobEnvironment(
  job,
  { ...platformVariables, ...settingsVariables(job.settings, { ...watcherSchemas, readiness }) },
  process.env,
);
const logger = createLogger(job.folder);
const ports = readinessPorts({
  dynamo: createDynamo(),
  platform: functionPlatform(env, logger, { calls: readinessCalls }),
  tables: env.tables,
});

export const handler = scheduledHandler(job, {
  logger,
  clock: systemClock,
  run: async (order) => watchReadiness(ports, env.CURFEW_SETTINGS, order),
});
