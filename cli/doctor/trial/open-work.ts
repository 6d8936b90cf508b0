import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { SESClient } from '@aws-sdk/client-ses';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { secretKey } from '../../../shared/kernel/aws/secret-key.ts';
import type { EndpointOptions } from '../../../shared/kernel/client-options.ts';
import type { TableNames } from '../../../shared/kernel/contract/tables.ts';
import type { PlatformClient } from '../../../shared/kernel/platform/platform-client.ts';
import { createSes } from '../../../shared/mail/aws.ts';
import type { Check } from '../check.ts';
import { openPlatform } from '../platform/open-platform.ts';
import type { PlatformWork } from '../platform/platform-checks.ts';
import { watchPlatform } from '../platform/platform-watch.ts';
import { ownTablesOnly, temporaryTables } from './aws/own-tables.ts';
import type { TrialTarget, AwsTarget } from './target.ts';

/** What a check works with. Calls are only made by checks: building this touches nothing. */
export interface TrialWork extends PlatformWork {
  readonly target: TrialTarget;
  /** Refuses every table but the temporary ones. */
  readonly dynamo: DynamoDBDocumentClient;
  readonly tables: TableNames;
  readonly ses: SESClient;
  /** As patient as a night. */
  readonly platform: PlatformClient;
  /** Called with how far the check is. */
  readonly progress: (text: string) => void;
}

export type TrialCheck = Check<TrialWork>;

export interface OpenWork {
  readonly work: TrialWork;
  /** Another client on the same tables, which goes on after the user stopped: to clean up. */
  readonly cleaner: DynamoDBDocumentClient;
  close(): void;
}

/** Everything that checks work with. Nothing is called yet. */
export function openWork(
  target: TrialTarget,
  { prefix, ...given }: Pick<TrialWork, 'nowMs' | 'signal' | 'progress'> & { readonly prefix: string },
): OpenWork {
  const { nowMs, signal } = given;
  const isOwn = (name: string): boolean => name.startsWith(prefix);
  const dynamo = ownTablesOnly(dynamoOptions(target), isOwn, signal);
  const cleaner = ownTablesOnly(dynamoOptions(target), isOwn);
  const { region, sesEndpoint, platform } = target;
  const ses = createSes({ region, endpoint: sesEndpoint });
  const secrets = new SecretsManagerClient({ region });
  const { key } = platform;
  const readKey = key.kind === 'given' ? async () => Promise.resolve(key.key) : secretKey(secrets, key.secretId);
  const watch = watchPlatform();
  const { baseUrl, appUrl } = platform;
  const clients = openPlatform({ baseUrl, appUrl, readKey, nowMs, signal }, watch);
  return {
    work: {
      target,
      namesApp: target.namesApp,
      dynamo,
      tables: temporaryTables(prefix),
      ses,
      ...clients,
      watch,
      ...given,
    },
    cleaner,
    close() {
      [dynamo, cleaner, ses, secrets].forEach((client) => client.destroy());
    },
  };
}

export function dynamoOptions({ region, dynamoEndpoint, dynamoAccessKeyId }: AwsTarget): EndpointOptions {
  return {
    region,
    ...(dynamoEndpoint !== undefined && { endpoint: dynamoEndpoint, accessKeyId: dynamoAccessKeyId }),
  };
}
