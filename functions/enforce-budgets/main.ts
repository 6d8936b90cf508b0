import { createDynamo } from '../../shared/adapters/dynamo/create-dynamo.ts';
import { createSes } from '../../shared/adapters/ses/create-ses.ts';
import { enforceBudgets } from '../../shared/application/enforce-budgets.ts';
import { createLogger } from '../../shared/runtime/logger.ts';
import { platformAccess } from '../../shared/runtime/platform-environment.ts';
import { readEnvironment } from '../../shared/runtime/read-environment.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { tableNames } from '../../shared/runtime/table-environment.ts';
import { functionPlatform } from '../../shared/wiring/function-platform.ts';
import { nightPorts } from '../../shared/wiring/night-ports.ts';
import { EnforceBudgetsEnvironment, enforceBudgetsTables } from './env.ts';
import { createHandler } from './handler.ts';

const env = readEnvironment(EnforceBudgetsEnvironment, process.env);
const settings = env.CURFEW_SETTINGS;
const logger = createLogger('enforce-budgets');

const ports = nightPorts({
  dynamo: createDynamo(),
  ses: createSes(),
  platform: functionPlatform(platformAccess(env), logger),
  tables: tableNames(enforceBudgetsTables, env),
  mailFrom: settings.mailFrom,
  mailConfigurationSet: env.CURFEW_MAIL_CONFIGURATION_SET,
});

export const handler = createHandler({
  logger,
  clock: systemClock,
  enforceBudgets: async (order) => enforceBudgets(ports, settings, order),
});
