import { createDynamo } from '../../shared/adapters/dynamo/calls/create-dynamo.ts';
import { watchRoster } from '../../shared/application/watchers/watch-roster.ts';
import { enforcementSchemas } from '../../shared/contracts/settings/enforcement-schemas.ts';
import { settingsVariables } from '../../shared/contracts/settings/settings-variables.ts';
import { roster } from '../../shared/contracts/settings/single-settings.ts';
import { createLogger } from '../../shared/runtime/logger.ts';
import { readJobEnvironment } from '../../shared/runtime/read-job-environment.ts';
import { scheduledHandler } from '../../shared/runtime/scheduled-handler.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { rosterPorts } from '../../shared/wiring/ports/roster-ports.ts';
import { job } from './job.ts';

const env = readJobEnvironment(job, settingsVariables(job.settings, { ...enforcementSchemas, roster }), process.env);
const ports = rosterPorts({ dynamo: createDynamo(), tables: env.tables });

export const handler = scheduledHandler(job, {
  logger: createLogger(job.folder),
  clock: systemClock,
  run: async (order) => watchRoster(ports, env.CURFEW_SETTINGS, order),
});
