import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoBudgetStore } from '../adapters/dynamo/edits/dynamo-budget-store.ts';
import { dynamoComputerStore } from '../adapters/dynamo/watchers/dynamo-computer-store.ts';
import { dynamoControlsDecisionStore } from '../adapters/dynamo/controls/dynamo-controls-decision-store.ts';
import { dynamoDigestStore } from '../adapters/dynamo/watchers/dynamo-digest-store.ts';
import { dynamoEvidenceChain } from '../adapters/dynamo/controls/dynamo-evidence-chain.ts';
import { dynamoGrantStore } from '../adapters/dynamo/edits/dynamo-grant-store.ts';
import { dynamoLedgerStore } from '../adapters/dynamo/enforcement/dynamo-ledger-store.ts';
import { dynamoLimitStore } from '../adapters/dynamo/enforcement/dynamo-limit-store.ts';
import { dynamoLiveStore } from '../adapters/dynamo/enforcement/dynamo-live-store.ts';
import { dynamoHintStore } from '../adapters/dynamo/hook/dynamo-hint-store.ts';
import { dynamoHookTokenStore } from '../adapters/dynamo/hook/dynamo-hook-token-store.ts';
import { dynamoInvitationStore } from '../adapters/dynamo/hook/dynamo-invitation-store.ts';
import { dynamoPlanStore } from '../adapters/dynamo/enforcement/dynamo-plan-store.ts';
import { dynamoReadinessStore } from '../adapters/dynamo/watchers/dynamo-readiness-store.ts';
import { dynamoRecordStore } from '../adapters/dynamo/edits/dynamo-record-store.ts';
import { dynamoRequestStore } from '../adapters/dynamo/edits/dynamo-request-store.ts';
import { dynamoRevisionStore } from '../adapters/dynamo/controls/dynamo-revision-store.ts';
import { dynamoSettingsVersions } from '../adapters/dynamo/edits/dynamo-settings-versions.ts';
import { dynamoTeamStore } from '../adapters/dynamo/edits/dynamo-team-store.ts';
import { dynamoUserStore } from '../adapters/dynamo/enforcement/dynamo-user-store.ts';
import { dynamoWatchStateStore } from '../adapters/dynamo/controls/dynamo-watch-state-store.ts';
import { dynamoSessionStore } from '../adapters/dynamo/watchers/dynamo-session-store.ts';
import { fleetRecord } from '../contracts/records/fleet-entry.ts';
import { targetRecord } from '../contracts/records/readiness-target.ts';
import { requestRuleRecord } from '../contracts/records/request-rule.ts';
import { sessionPolicyRecord } from '../contracts/records/session-policy.ts';
import type { TableKey, TableNames } from '../contracts/tables/tables.ts';

// Which table each store lies in, said once. A function a store, and files without side effects (as package.json says),
// so that the bundle of a job carries those alone that its ports pick.

/** The client and the names of the tables that are needed. */
export interface Tables<Key extends TableKey = TableKey> {
  readonly dynamo: DynamoDBDocumentClient;
  readonly tables: Pick<TableNames, Key>;
}

export const budgets = (on: Tables<'budgets' | 'versions' | 'journal'>) => dynamoBudgetStore(on.dynamo, on.tables);
export const computers = (on: Tables<'computers'>) => dynamoComputerStore(on.dynamo, on.tables.computers);
export const decisions = (on: Tables<'controls'>) => dynamoControlsDecisionStore(on.dynamo, on.tables.controls);
export const digests = (on: Tables<'runs'>) => dynamoDigestStore(on.dynamo, on.tables.runs);
export const evidence = (on: Tables<'evidence'>) => dynamoEvidenceChain(on.dynamo, on.tables.evidence);
export const fleet = (on: Tables<'records' | 'journal'>) => dynamoRecordStore(on, fleetRecord);
export const grants = (on: Tables<'grants' | 'versions' | 'journal'>) => dynamoGrantStore(on.dynamo, on.tables);
export const hints = (on: Tables<'hooks'>) => dynamoHintStore(on.dynamo, on.tables.hooks);
export const hookTokens = (on: Tables<'hooks' | 'journal'>) => dynamoHookTokenStore(on.dynamo, on.tables);
export const invitations = (on: Tables<'requests'>) => dynamoInvitationStore(on.dynamo, on.tables.requests);
export const ledger = (on: Tables<'ledger'>) => dynamoLedgerStore(on.dynamo, on.tables.ledger);
export const limits = (on: Tables<'limits'>) => dynamoLimitStore(on.dynamo, on.tables.limits);
export const live = (on: Tables<'live'>) => dynamoLiveStore(on.dynamo, on.tables.live);
export const plans = (on: Tables<'plans'>) => dynamoPlanStore(on.dynamo, on.tables.plans);
export const readiness = (on: Tables<'readiness'>) => dynamoReadinessStore(on.dynamo, on.tables.readiness);
export const readinessTargets = (on: Tables<'records' | 'journal'>) => dynamoRecordStore(on, targetRecord);
export const requestRules = (on: Tables<'records' | 'journal'>) => dynamoRecordStore(on, requestRuleRecord);
export const requests = (on: Tables<'requests' | 'grants' | 'versions' | 'journal'>) =>
  dynamoRequestStore(on.dynamo, on.tables);
export const revisions = (on: Tables<'revisions'>) => dynamoRevisionStore(on.dynamo, on.tables.revisions);
export const knownSessions = (on: Tables<'sessions'>) => dynamoSessionStore(on.dynamo, on.tables.sessions);
export const sessionPolicies = (on: Tables<'records' | 'journal'>) => dynamoRecordStore(on, sessionPolicyRecord);
export const settingsVersions = (on: Tables<'versions' | 'journal'>) => dynamoSettingsVersions(on.dynamo, on.tables);
export const teams = (on: Tables<'teams' | 'versions' | 'journal'>) => dynamoTeamStore(on.dynamo, on.tables);
export const users = (on: Tables<'users'>) => dynamoUserStore(on.dynamo, on.tables.users);
export const watchState = (on: Tables<'controls'>) => dynamoWatchStateStore(on.dynamo, on.tables.controls);
