import { fleetRecord } from '../computers/contract/fleet-entry.ts';
import { dynamoComputerStore } from '../computers/store.ts';
import { dynamoControlsDecisionStore } from '../controls/store/dynamo-controls-decision-store.ts';
import { dynamoRevisionStore } from '../controls/store/dynamo-revision-store.ts';
import { dynamoWatchStateStore } from '../controls/store/dynamo-watch-state-store.ts';
import { dynamoDigestStore } from '../digest/store.ts';
import { dynamoPlanStore } from '../enforcement/store.ts';
import { dynamoEvidenceChain } from '../evidence/store.ts';
import { dynamoHintStore } from '../hook/store/dynamo-hint-store.ts';
import { dynamoHookTokenStore } from '../hook/store/dynamo-hook-token-store.ts';
import { dynamoInvitationStore } from '../hook/store/dynamo-invitation-store.ts';
import { dynamoRecordStore } from '../kernel/records/store/dynamo-record-store.ts';
import { targetRecord } from '../readiness/contract/readiness-target.ts';
import { dynamoReadinessStore } from '../readiness/store.ts';
import { requestRuleRecord } from '../requests/contract/request-rule.ts';
import { dynamoRequestStore } from '../requests/store.ts';
import { sessionPolicyRecord } from '../sessions/contract/session-policy.ts';
import { dynamoSessionStore } from '../sessions/store.ts';
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
