import { createLogger } from '../../shared/kernel/runtime/logger.ts';
import { randomIds } from '../../shared/kernel/runtime/random-ids.ts';
import { readJobEnvironment } from '../../shared/kernel/runtime/read-job-environment.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import { notifyRequests } from '../../shared/requests/use-cases/notify-requests.ts';
import { enforcementSchemas } from '../../shared/settings/contract/enforcement-schemas.ts';
import { settingsVariables } from '../../shared/settings/contract/settings-variables.ts';
import { fourEyes, roles } from '../../shared/settings/contract/single-settings.ts';
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
