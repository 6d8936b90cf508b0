import { sessionsKeyVariables, platformVariables } from '../../shared/kernel/contract/platform-environment.ts';
import { sessionCalls } from '../../shared/kernel/platform/platform-calls.ts';
import { createLogger } from '../../shared/kernel/runtime/logger.ts';
import { readJobEnvironment } from '../../shared/kernel/runtime/read-job-environment.ts';
import { scheduledHandler } from '../../shared/kernel/runtime/scheduled-handler.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import { watchSessions } from '../../shared/sessions/use-cases/watch-sessions.ts';
import { settingsVariables } from '../../shared/settings/contract/settings-variables.ts';
import { sessions } from '../../shared/settings/contract/single-settings.ts';
import { watcherSchemas } from '../../shared/settings/contract/watcher-schemas.ts';
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
