import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { dynamoBudgetStore } from '../budgets/store.ts';
import { channelRecord } from '../channels/contract/channel.ts';
import { dynamoSealedConnections, listChannels } from '../channels/store.ts';
import { fleetRecord } from '../computers/contract/fleet-entry.ts';
import { dynamoComputerStore } from '../computers/store.ts';
import { dynamoControlsDecisionStore } from '../controls/store/dynamo-controls-decision-store.ts';
import { dynamoRevisionStore } from '../controls/store/dynamo-revision-store.ts';
import { dynamoWatchStateStore } from '../controls/store/dynamo-watch-state-store.ts';
import { dynamoDigestStore } from '../digest/store.ts';
import { dynamoPlanStore } from '../enforcement/store.ts';
import { dynamoEvidenceChain } from '../evidence/store.ts';
import { dynamoGrantStore } from '../grants/store.ts';
import { dynamoHintStore } from '../hook/store/dynamo-hint-store.ts';
import { dynamoHookTokenStore } from '../hook/store/dynamo-hook-token-store.ts';
import { dynamoInvitationStore } from '../hook/store/dynamo-invitation-store.ts';
import { dynamoJournal } from '../journal/store/dynamo-journal.ts';
import type { TableKey, TableNames } from '../kernel/contract/tables.ts';
import { dynamoRecordStore } from '../kernel/records/store/dynamo-record-store.ts';
import type { StorePorts, StoreAccess } from '../kernel/runs/contract/store-grants.ts';
import { dynamoLeaseStore } from '../kernel/runs/store/dynamo-lease-store.ts';
import { dynamoPageStore, KeptMetricsPage, KeptRosterPage } from '../kernel/runs/store/dynamo-page-store.ts';
import { dynamoRunStore } from '../kernel/runs/store/dynamo-run-store.ts';
import { systemClock } from '../kernel/runtime/system-clock.ts';
import { dynamoLedgerStore } from '../ledger/store/dynamo-ledger-store.ts';
import { dynamoLimitStore } from '../limits/store.ts';
import { dynamoLiveStore } from '../live/store.ts';
import type { RecipientStore } from '../mail/ports.ts';
import { dynamoOutbox } from '../mail/store/dynamo-outbox.ts';
import { dynamoRecipientStore } from '../mail/store/dynamo-recipient-store.ts';
import { dynamoAlertStore } from '../notifications/store/dynamo-alert-store.ts';
import { targetRecord } from '../readiness/contract/readiness-target.ts';
import { dynamoReadinessStore } from '../readiness/store.ts';
import { requestRuleRecord } from '../requests/contract/request-rule.ts';
import { dynamoRequestStore } from '../requests/store.ts';
import { dynamoUserStore } from '../roster/store.ts';
import { sessionPolicyRecord } from '../sessions/contract/session-policy.ts';
import { dynamoSessionStore } from '../sessions/store.ts';
import { dynamoSettingsVersions } from '../settings/store.ts';
import { dynamoTeamStore } from '../teams/store.ts';

export interface Tables<Key extends TableKey = TableKey> {
  readonly dynamo: DynamoDBDocumentClient;
  readonly tables: { readonly [Each in Key]: TableNames[Each] };
}

type Records = Tables<'records' | 'journal'>;

/** In which tables each store lies. */
export const stores = {
  alerts: (on: Tables<'alerts'>) => dynamoAlertStore(on.dynamo, on.tables.alerts),
  addresses: (on: Tables<'recipients'>) => dynamoRecipientStore(on.dynamo, on.tables.recipients),
  budgets: (on: Tables<'budgets' | 'versions' | 'journal'>) => dynamoBudgetStore(on.dynamo, on.tables),
  channels: (on: Records) => dynamoRecordStore(on, channelRecord),
  computers: (on: Tables<'computers'>) => dynamoComputerStore(on.dynamo, on.tables.computers),
  decisions: (on: Tables<'controls'>) => dynamoControlsDecisionStore(on.dynamo, on.tables.controls),
  digests: (on: Tables<'runs'>) => dynamoDigestStore(on.dynamo, on.tables.runs),
  evidence: (on: Tables<'evidence'>) => dynamoEvidenceChain(on.dynamo, on.tables.evidence),
  fleet: (on: Records) => dynamoRecordStore(on, fleetRecord),
  grants: (on: Tables<'grants' | 'versions' | 'journal'>) => dynamoGrantStore(on.dynamo, on.tables),
  hints: (on: Tables<'hooks'>) => dynamoHintStore(on.dynamo, on.tables.hooks),
  hookTokens: (on: Tables<'hooks' | 'journal'>) => dynamoHookTokenStore(on.dynamo, on.tables),
  invitations: (on: Tables<'requests'>) => dynamoInvitationStore(on.dynamo, on.tables.requests),
  journal: (on: Tables<'journal'>) => dynamoJournal(on.dynamo, on.tables.journal),
  knownSessions: (on: Tables<'sessions'>) => dynamoSessionStore(on.dynamo, on.tables.sessions),
  leases: (on: Tables<'leases'>) => dynamoLeaseStore(on.dynamo, on.tables.leases),
  ledger: (on: Tables<'ledger'>) => dynamoLedgerStore(on.dynamo, on.tables.ledger),
  limits: (on: Tables<'limits'>) => dynamoLimitStore(on.dynamo, on.tables.limits),
  live: (on: Tables<'live'>) => dynamoLiveStore(on.dynamo, on.tables.live),
  outbox: (on: Tables<'outbox'>) => dynamoOutbox(on.dynamo, on.tables.outbox),
  plans: (on: Tables<'plans'>) => dynamoPlanStore(on.dynamo, on.tables.plans),
  readiness: (on: Tables<'readiness'>) => dynamoReadinessStore(on.dynamo, on.tables.readiness),
  readinessTargets: (on: Records) => dynamoRecordStore(on, targetRecord),
  recipients: (on: Tables<'recipients' | 'records'>): RecipientStore => ({
    ...dynamoRecipientStore(on.dynamo, on.tables.recipients),
    listChannels: async () => listChannels(on.dynamo, on.tables.records),
  }),
  requestRules: (on: Records) => dynamoRecordStore(on, requestRuleRecord),
  requests: (on: Tables<'requests' | 'grants' | 'versions' | 'journal'>) => dynamoRequestStore(on.dynamo, on.tables),
  revisions: (on: Tables<'revisions'>) => dynamoRevisionStore(on.dynamo, on.tables.revisions),
  runs: (on: Tables<'runs' | 'leases'>) => dynamoRunStore(on.dynamo, on.tables),
  sealedConnections: (on: Tables<'records'>) => dynamoSealedConnections(on.dynamo, on.tables.records),
  sessionPolicies: (on: Records) => dynamoRecordStore(on, sessionPolicyRecord),
  settingsVersions: (on: Tables<'versions' | 'journal'>) => dynamoSettingsVersions(on.dynamo, on.tables),
  teams: (on: Tables<'teams' | 'versions' | 'journal'>) => dynamoTeamStore(on.dynamo, on.tables),
  users: (on: Tables<'users'>) => dynamoUserStore(on.dynamo, on.tables.users),
  watchState: (on: Tables<'controls'>) => dynamoWatchStateStore(on.dynamo, on.tables.controls),
};

/** The tables of an installation, on one machine or of a deployment. */
export type Stores = Opened<typeof stores>;

/** Every store of an installation, wherever its tables are. Nothing is called yet. */
export function storesOn(on: Tables): Stores {
  return Object.fromEntries(Object.entries(stores).map(([name, open]) => [name, open(on)])) as unknown as Stores;
}

/** The same, and those that a run alone has for itself. */
const runStores = {
  ...stores,
  metricsPages: ({ dynamo, tables }: Tables<'pages'>) =>
    dynamoPageStore(dynamo, { table: tables.pages, clock: systemClock, schema: KeptMetricsPage }),
  rosterPages: ({ dynamo, tables }: Tables<'pages'>) =>
    dynamoPageStore(dynamo, { table: tables.pages, clock: systemClock, schema: KeptRosterPage }),
};
type Opened<Made extends Readonly<Record<string, (on: never) => object>>> = {
  readonly [Name in keyof Made]: ReturnType<Made[Name]>;
};

type NameOf<Access extends StoreAccess> = (Access extends `${infer Name}.${string}` ? Name : Access) &
  keyof typeof runStores;

type OpenedPorts<Ports extends StorePorts> = {
  readonly [Port in keyof Ports]: ReturnType<(typeof runStores)[NameOf<Ports[Port]>]>;
};

/** The tables in which they lie. */
export type TableUnder<Ports extends StorePorts> = {
  readonly [Port in keyof Ports]: (typeof runStores)[NameOf<Ports[Port]>] extends (on: Tables<infer Key>) => object
    ? Key
    : never;
}[keyof Ports];

/** Opens the stores that a job names as its ports. Nothing is called yet. */
export function openPorts<Ports extends StorePorts>(ports: Ports, on: Tables<TableUnder<Ports>>): OpenedPorts<Ports> {
  const makers: Readonly<Record<string, (on: never) => object>> = runStores;
  const opened = Object.entries(ports).map(([port, access]) => {
    const [name = ''] = access.split('.');
    return [port, makers[name]?.(on as never)];
  });
  return Object.fromEntries(opened) as OpenedPorts<Ports>;
}
