import { createDynamo } from '../../shared/adapters/dynamo/calls/create-dynamo.ts';
import { sessionCalls } from '../../shared/adapters/platform/platform-calls.ts';
import { watchSessions } from '../../shared/application/watchers/sessions/watch-sessions.ts';
import { sessionsKeyVariables, platformVariables } from '../../shared/contracts/platform/platform-environment.ts';
import { settingsVariables } from '../../shared/contracts/settings/settings-variables.ts';
import { sessions } from '../../shared/contracts/settings/single-settings.ts';
import { watcherSchemas } from '../../shared/contracts/settings/watcher-schemas.ts';
import { createLogger } from '../../shared/runtime/logger.ts';
import { readJobEnvironment } from '../../shared/runtime/read-job-environment.ts';
import { scheduledHandler } from '../../shared/runtime/scheduled-handler.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { functionPlatform } from '../../shared/wiring/lambda/function-platform.ts';
import { sessionPorts } from '../../shared/wiring/ports/session-ports.ts';
import { job } from './job.ts';

const variables = {
  ...platformVariables,
  ...sessionsKeyVariables(),
  ...settingsVariables(job.settings, { ...watcherSchemas, sessions }),
};
const env = readJobEnvironment(job, variables, process.env);
const logger = createLogger(job.folder);
const ports = sessionPorts({
  dynamo: createDynamo(),
  platform: functionPlatform(env, logger, { calls: sessionCalls }),
  tables: env.tables,
});

export const handler = scheduledHandler(job, {
  logger,
  clock: systemClock,
  run: async (order) => watchSessions(ports, env.CURFEW_SETTINGS, order),
});
