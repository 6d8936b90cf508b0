import { dynamoControlsDecisionStore } from '../adapters/dynamo/controls/dynamo-controls-decision-store.ts';
import { dynamoEvidenceChain } from '../adapters/dynamo/controls/dynamo-evidence-chain.ts';
import { dynamoRevisionStore } from '../adapters/dynamo/controls/dynamo-revision-store.ts';
import { dynamoWatchStateStore } from '../adapters/dynamo/controls/dynamo-watch-state-store.ts';
import { dynamoRecordStore } from '../adapters/dynamo/edits/dynamo-record-store.ts';
import { dynamoRequestStore } from '../adapters/dynamo/edits/dynamo-request-store.ts';
import { dynamoPlanStore } from '../adapters/dynamo/enforcement/dynamo-plan-store.ts';
import { dynamoHintStore } from '../adapters/dynamo/hook/dynamo-hint-store.ts';
import { dynamoHookTokenStore } from '../adapters/dynamo/hook/dynamo-hook-token-store.ts';
import { dynamoInvitationStore } from '../adapters/dynamo/hook/dynamo-invitation-store.ts';
import { dynamoComputerStore } from '../adapters/dynamo/watchers/dynamo-computer-store.ts';
import { dynamoDigestStore } from '../adapters/dynamo/watchers/dynamo-digest-store.ts';
import { dynamoReadinessStore } from '../adapters/dynamo/watchers/dynamo-readiness-store.ts';
import { dynamoSessionStore } from '../adapters/dynamo/watchers/dynamo-session-store.ts';
import { fleetRecord } from '../contracts/records/fleet-entry.ts';
import { targetRecord } from '../contracts/records/readiness-target.ts';
import { requestRuleRecord } from '../contracts/records/request-rule.ts';
import { sessionPolicyRecord } from '../contracts/records/session-policy.ts';
import type { Tables } from './stores.ts';

// What most commands and most starts have nothing to do with, apart from the other stores: who imports one of a file reads
// what all of them import.

export const computers = (on: Tables<'computers'>) => dynamoComputerStore(on.dynamo, on.tables.computers);
export const decisions = (on: Tables<'controls'>) => dynamoControlsDecisionStore(on.dynamo, on.tables.controls);
export const digests = (on: Tables<'runs'>) => dynamoDigestStore(on.dynamo, on.tables.runs);
export const evidence = (on: Tables<'evidence'>) => dynamoEvidenceChain(on.dynamo, on.tables.evidence);
export const fleet = (on: Tables<'records' | 'journal'>) => dynamoRecordStore(on, fleetRecord);
export const hints = (on: Tables<'hooks'>) => dynamoHintStore(on.dynamo, on.tables.hooks);
export const hookTokens = (on: Tables<'hooks' | 'journal'>) => dynamoHookTokenStore(on.dynamo, on.tables);
export const invitations = (on: Tables<'requests'>) => dynamoInvitationStore(on.dynamo, on.tables.requests);
export const knownSessions = (on: Tables<'sessions'>) => dynamoSessionStore(on.dynamo, on.tables.sessions);
export const plans = (on: Tables<'plans'>) => dynamoPlanStore(on.dynamo, on.tables.plans);
export const readiness = (on: Tables<'readiness'>) => dynamoReadinessStore(on.dynamo, on.tables.readiness);
export const readinessTargets = (on: Tables<'records' | 'journal'>) => dynamoRecordStore(on, targetRecord);
export const requestRules = (on: Tables<'records' | 'journal'>) => dynamoRecordStore(on, requestRuleRecord);
export const requests = (on: Tables<'requests' | 'grants' | 'versions' | 'journal'>) =>
  dynamoRequestStore(on.dynamo, on.tables);
export const revisions = (on: Tables<'revisions'>) => dynamoRevisionStore(on.dynamo, on.tables.revisions);
export const sessionPolicies = (on: Tables<'records' | 'journal'>) => dynamoRecordStore(on, sessionPolicyRecord);
export const watchState = (on: Tables<'controls'>) => dynamoWatchStateStore(on.dynamo, on.tables.controls);
