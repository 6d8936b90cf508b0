import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

import { createDynamo } from '../../shared/adapters/dynamo/create-dynamo.ts';
import { createPlatformClient } from '../../shared/adapters/platform/platform-client.ts';
import { storedFingerprint } from '../../shared/adapters/secrets/fingerprint-key.ts';
import { secretKey } from '../../shared/adapters/secrets/secret-key.ts';
import { watchControls } from '../../shared/application/controls/watch-controls.ts';
import { createLogger } from '../../shared/runtime/logger.ts';
import { type PlatformAccess, platformAccess } from '../../shared/runtime/platform-environment.ts';
import { readEnvironment } from '../../shared/runtime/read-environment.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { tableNames } from '../../shared/runtime/table-environment.ts';
import { logPlatformEvent } from '../../shared/wiring/log-platform-event.ts';
import { watchPorts } from '../../shared/wiring/watch-ports.ts';
import { controlsRules } from '../../shared/wiring/controls-rules.ts';
import { WatchControlsEnvironment, watchControlsTables } from './env.ts';
import { createHandler } from './handler.ts';

const env = readEnvironment(WatchControlsEnvironment, process.env);
const access = platformAccess(env);
const settings = env.CURFEW_SETTINGS;
const logger = createLogger('watch-controls');
const secrets = new SecretsManagerClient({});

const platform = createPlatformClient({
  baseUrl: access.baseUrl,
  appUrl: access.appUrl,
  readKey: keyReader(access.key),
  fetch: globalThis.fetch,
  clock: systemClock,
  random: () => Math.random(),
  logger: (event) => {
    logPlatformEvent(logger, event);
  },
});

const ports = watchPorts({
  dynamo: createDynamo(),
  platform,
  tables: tableNames(watchControlsTables, env),
  fingerprint: storedFingerprint(secrets, env.CURFEW_FINGERPRINT_KEY_SECRET_ID),
});

export const handler = createHandler({
  logger,
  clock: systemClock,
  watchControls: async (order) => watchControls(ports, { rules: controlsRules(settings.controls), settings }, order),
});

/** Nothing is fetched here: the key is read when the first call needs it. */
function keyReader(key: PlatformAccess['key']): () => Promise<string> {
  return key.kind === 'given' ? async () => Promise.resolve(key.key) : secretKey(secrets, key.secretId);
}
