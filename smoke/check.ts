import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { SESClient } from '@aws-sdk/client-ses';

import type { PlatformClient } from '../shared/adapters/platform/platform-client.ts';
import type { TableNames } from '../shared/contracts/tables.ts';
import type { PlatformWatch } from './platform/platform-watch.ts';
import type { SmokeTarget } from './target.ts';

/** What a check came to. Texts are sentences for admins: no secret, no email of a user, no body of an answer. */
export type CheckResult =
  | { readonly kind: 'ok'; readonly facts: readonly string[]; readonly figures?: Figures }
  | FailedCheck
  | { readonly kind: 'skipped'; readonly reason: string };

export interface FailedCheck {
  readonly kind: 'failed';
  readonly problem: string;
  readonly remedy: string;
  readonly facts?: readonly string[];
}

/** The same facts for programs. */
export type Figures = Readonly<Record<string, number | string | null>>;

/** What a check works with. Calls are only made by checks: building this touches nothing. */
export interface CheckWork {
  readonly target: SmokeTarget;
  /** Refuses every table but the temporary ones. */
  readonly dynamo: DynamoDBDocumentClient;
  readonly tables: TableNames;
  readonly ses: SESClient;
  /** Gives up soon: for checks that ask whether something answers at all. */
  readonly probe: PlatformClient;
  /** As patient as a night. */
  readonly platform: PlatformClient;
  /** What was seen of the platform so far. */
  readonly watch: PlatformWatch;
  /** Unix milliseconds as of which the platform is asked. */
  readonly nowMs: number;
  /** Told how far the check is. */
  readonly progress: (text: string) => void;
  /** Raised once somebody wants an end. */
  readonly signal: AbortSignal;
}

export interface Check {
  readonly name: string;
  readonly about: 'AWS' | 'Platform' | 'Mail';
  /** What is true when it ends ok. */
  readonly proves: string;
  /** Names of checks without whose success it makes no sense. */
  readonly needs: readonly string[];
  run(work: CheckWork): Promise<CheckResult>;
}

export function ok(facts: readonly string[] = [], figures?: Figures): CheckResult {
  return { kind: 'ok', facts, ...(figures !== undefined && { figures }) };
}

export function failed(problem: string, remedy: string): FailedCheck {
  return { kind: 'failed', problem, remedy };
}
