import { createDynamo } from '../../shared/adapters/dynamo/calls/create-dynamo.ts';
import { notifyRequests } from '../../shared/application/requests/notify-requests.ts';
import { enforcementSchemas } from '../../shared/contracts/settings/enforcement-schemas.ts';
import { settingsVariables } from '../../shared/contracts/settings/settings-variables.ts';
import { fourEyes, roles } from '../../shared/contracts/settings/single-settings.ts';
import { createLogger } from '../../shared/runtime/logger.ts';
import { randomIds } from '../../shared/runtime/random-ids.ts';
import { readJobEnvironment } from '../../shared/runtime/read-job-environment.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { requestPorts } from '../../shared/wiring/ports/request-ports.ts';
import { createHandler } from './handler.ts';
import { job } from './job.ts';

const env = readJobEnvironment(
  job,
  settingsVariables(job.settings, { ...enforcementSchemas, fourEyes, roles }),
  process.env,
);
const ports = requestPorts({ dynamo: createDynamo(), tables: env.tables });

export const handler = createHandler({
  logger: createLogger(job.folder),
  clock: systemClock,
  ids: randomIds,
  run: async (order) => notifyRequests(ports, env.CURFEW_SETTINGS, order),
});
