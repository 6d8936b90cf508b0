import { sendDigest } from '../../shared/digest/use-cases/send-digest.ts';
import { platformVariables } from '../../shared/kernel/contract/platform-environment.ts';
import { createLogger } from '../../shared/kernel/runtime/logger.ts';
import { readJobEnvironment } from '../../shared/kernel/runtime/read-job-environment.ts';
import { scheduledHandler } from '../../shared/kernel/runtime/scheduled-handler.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import { enforcementSchemas } from '../../shared/settings/contract/enforcement-schemas.ts';
import { settingsVariables } from '../../shared/settings/contract/settings-variables.ts';
import { controls, weeklyDigest } from '../../shared/settings/contract/single-settings.ts';
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
  const { diffControlsWith } = await import('../../shared/control-diff/diff-controls.ts');
  return { diff: diffControlsWith(settings.controls.overrides), policy: settings.controls };
};

export const handler = scheduledHandler(job, {
  logger,
  clock: systemClock,
  run: async (order) => sendDigest(ports, { settings, rules }, order),
});
