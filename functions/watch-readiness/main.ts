import { createDynamo } from '../../shared/adapters/dynamo/calls/create-dynamo.ts';
import { readinessCalls } from '../../shared/adapters/platform/platform-calls.ts';
import { watchReadiness } from '../../shared/application/watchers/readiness/watch-readiness.ts';
import { platformVariables } from '../../shared/contracts/platform/platform-environment.ts';
import { settingsVariables } from '../../shared/contracts/settings/settings-variables.ts';
import { readiness } from '../../shared/contracts/settings/single-settings.ts';
import { watcherSchemas } from '../../shared/contracts/settings/watcher-schemas.ts';
import { createLogger } from '../../shared/runtime/logger.ts';
import { readJobEnvironment } from '../../shared/runtime/read-job-environment.ts';
import { scheduledHandler } from '../../shared/runtime/scheduled-handler.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
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
