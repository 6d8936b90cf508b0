import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

import { awsAnchoring } from '../../shared/adapters/anchors/aws-anchoring.ts';
import { createDynamo } from '../../shared/adapters/dynamo/calls/create-dynamo.ts';
import { controlsCalls } from '../../shared/adapters/platform/platform-calls.ts';
import { storedFingerprint } from '../../shared/adapters/secrets/secret-key.ts';
import { watchControls } from '../../shared/application/controls/watch-controls.ts';
import { anchorVariables, fingerprintVariables } from '../../shared/contracts/jobs/job-variables.ts';
import { platformVariables } from '../../shared/contracts/platform/platform-environment.ts';
import { settingsVariables } from '../../shared/contracts/settings/settings-variables.ts';
import { consoleUrl, controls } from '../../shared/contracts/settings/single-settings.ts';
import { watcherSchemas } from '../../shared/contracts/settings/watcher-schemas.ts';
import { createLogger } from '../../shared/runtime/logger.ts';
import { readJobEnvironment } from '../../shared/runtime/read-job-environment.ts';
import { scheduledHandler } from '../../shared/runtime/scheduled-handler.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
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
