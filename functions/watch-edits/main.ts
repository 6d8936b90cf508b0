import { setTimeout as pause } from 'node:timers/promises';

import { createDynamo } from '../../shared/adapters/dynamo/create-dynamo.ts';
import { createSes } from '../../shared/adapters/ses/create-ses.ts';
import { watchEdits } from '../../shared/application/watch-edits.ts';
import { createLogger } from '../../shared/runtime/logger.ts';
import { platformAccess } from '../../shared/runtime/platform-environment.ts';
import { readEnvironment } from '../../shared/runtime/read-environment.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { tableNames } from '../../shared/runtime/table-environment.ts';
import { functionPlatform } from '../../shared/wiring/function-platform.ts';
import { nightPorts } from '../../shared/wiring/night-ports.ts';
import { WatchEditsEnvironment, watchEditsTables } from './env.ts';
import { createHandler } from './handler.ts';

const env = readEnvironment(WatchEditsEnvironment, process.env);
const settings = env.CURFEW_SETTINGS;
const logger = createLogger('watch-edits');

const ports = nightPorts({
  dynamo: createDynamo(),
  ses: createSes(),
  platform: functionPlatform(platformAccess(env), logger),
  tables: tableNames(watchEditsTables, env),
  mailFrom: settings.mailFrom,
  mailConfigurationSet: env.CURFEW_MAIL_CONFIGURATION_SET,
});

export const handler = createHandler({
  logger,
  clock: systemClock,
  watchEdits: async (order) => watchEdits({ ...ports, pause: async (ms) => pause(ms) }, settings, order),
});
