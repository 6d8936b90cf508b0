import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

import { watchControls } from '../../shared/controls/use-cases/watch-controls.ts';
import { awsAnchoring } from '../../shared/evidence/aws/aws-anchoring.ts';
import { storedFingerprint } from '../../shared/kernel/aws/secret-key.ts';
import { platformVariables } from '../../shared/kernel/contract/platform-environment.ts';
import { controlsCalls } from '../../shared/kernel/platform/platform-calls.ts';
import { anchorVariables, fingerprintVariables } from '../../shared/kernel/runs/contract/job-variables.ts';
import { createLogger } from '../../shared/kernel/runtime/logger.ts';
import { readJobEnvironment } from '../../shared/kernel/runtime/read-job-environment.ts';
import { scheduledHandler } from '../../shared/kernel/runtime/scheduled-handler.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import { settingsVariables } from '../../shared/settings/contract/settings-variables.ts';
import { consoleUrl, controls } from '../../shared/settings/contract/single-settings.ts';
import { watcherSchemas } from '../../shared/settings/contract/watcher-schemas.ts';
import { functionPlatform } from '../../shared/wiring/lambda/function-platform.ts';
import { watchPorts } from '../../shared/wiring/ports/watch-ports.ts';
import { job } from './job.ts';

const variables = {
  ...platformVariables,
  ...settingsVariables(job.settings, { ...watcherSchemas, consoleUrl, controls }),
  ...fingerprintVariables(),
  ...anchorVariables(),
};
const env = readJobEnvironment(job, variables, process.env);
const settings = env.CURFEW_SETTINGS;
const logger = createLogger(job.folder);

const ports = watchPorts({
  dynamo: createDynamo(),
  platform: functionPlatform(env, logger, { calls: controlsCalls }),
  tables: env.tables,
  ...awsAnchoring({
    organization: env.CURFEW_ORGANIZATION,
    keyId: env.CURFEW_EVIDENCE_KEY_ID,
    bucket: env.CURFEW_EVIDENCE_BUCKET,
    retentionDays: env.CURFEW_EVIDENCE_RETENTION_DAYS,
  }),
  fingerprint: storedFingerprint(new SecretsManagerClient({}), env.CURFEW_FINGERPRINT_KEY_SECRET_ID),
});

export const handler = scheduledHandler(job, {
  logger,
  clock: systemClock,
  run: async (order) => watchControls(ports, { settings }, order),
});
