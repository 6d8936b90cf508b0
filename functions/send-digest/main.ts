import { createDynamo } from '../../shared/adapters/dynamo/calls/create-dynamo.ts';
import { sendDigest } from '../../shared/application/watchers/digest/send-digest.ts';
import { platformVariables } from '../../shared/contracts/platform/platform-environment.ts';
import { enforcementSchemas } from '../../shared/contracts/settings/enforcement-schemas.ts';
import { settingsVariables } from '../../shared/contracts/settings/settings-variables.ts';
import { controls, weeklyDigest } from '../../shared/contracts/settings/single-settings.ts';
import { createLogger } from '../../shared/runtime/logger.ts';
import { readJobEnvironment } from '../../shared/runtime/read-job-environment.ts';
import { scheduledHandler } from '../../shared/runtime/scheduled-handler.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { organizationPlatform } from '../../shared/wiring/lambda/organization-platform.ts';
import { digestPorts } from '../../shared/wiring/ports/digest-ports.ts';
import { job } from './job.ts';

const env = readJobEnvironment(
  job,
  { ...platformVariables, ...settingsVariables(job.settings, { ...enforcementSchemas, controls, weeklyDigest }) },
  process.env,
);
const settings = env.CURFEW_SETTINGS;
const logger = createLogger(job.folder);
const ports = digestPorts({
  dynamo: createDynamo(),
  platform: organizationPlatform(env, logger),
  tables: env.tables,
});
const rules = async () => {
  const { diffControlsWith } = await import('../../shared/domain/controls/diff/diff-controls.ts');
  return { diff: diffControlsWith(settings.controls.overrides), policy: settings.controls };
};

export const handler = scheduledHandler(job, {
  logger,
  clock: systemClock,
  run: async (order) => sendDigest(ports, { settings, rules }, order),
});
