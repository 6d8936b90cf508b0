import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { SESClient } from '@aws-sdk/client-ses';
import type { PlatformClient } from '../../../shared/adapters/platform/platform-client.ts';
import type { TableNames } from '../../../shared/contracts/tables/tables.ts';
import type { Check } from '../check.ts';
import type { PlatformWork } from '../platform/platform-checks.ts';
import type { TrialTarget } from './target.ts';

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
