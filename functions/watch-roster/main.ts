import { createLogger } from '../../shared/kernel/runtime/logger.ts';
import { readJobEnvironment } from '../../shared/kernel/runtime/read-job-environment.ts';
import { scheduledHandler } from '../../shared/kernel/runtime/scheduled-handler.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import { watchRoster } from '../../shared/roster/use-cases.ts';
import { enforcementSchemas } from '../../shared/settings/contract/enforcement-schemas.ts';
import { settingsVariables } from '../../shared/settings/contract/settings-variables.ts';
import { roster } from '../../shared/settings/contract/single-settings.ts';
import { rosterPorts } from '../../shared/wiring/ports/roster-ports.ts';
import { job } from './job.ts';

const env = readJobEnvironment(job, settingsVariables(job.settings, { ...enforcementSchemas, roster }), process.env);
const ports = rosterPorts({ dynamo: createDynamo(), tables: env.tables });

export const handler = scheduledHandler(job, {
  logger: createLogger(job.folder),
  clock: systemClock,
  run: async (order) => watchRoster(ports, env.CURFEW_SETTINGS, order),
});
