import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { dynamoBudgetStore } from '../budgets/store.ts';
import { dynamoGrantStore } from '../grants/store.ts';
import type { TableKey, TableNames } from '../kernel/contract/tables.ts';
import { dynamoLedgerStore } from '../ledger/store/dynamo-ledger-store.ts';
import { dynamoLimitStore } from '../limits/store.ts';
import { dynamoLiveStore } from '../live/store.ts';
import { dynamoUserStore } from '../roster/store.ts';
import { dynamoSettingsVersions } from '../settings/store.ts';
import { dynamoTeamStore } from '../teams/store.ts';

// Which table each store lies in, said once. A function a store, and files without side effects (as package.json says),
// so that the bundle of a job carries those alone that its ports pick.

/** The client and the names of the tables that are needed. */
export interface Tables<Key extends TableKey = TableKey> {
  readonly dynamo: DynamoDBDocumentClient;
  readonly tables: Pick<TableNames, Key>;
}

export const budgets = (on: Tables<'budgets' | 'versions' | 'journal'>) => dynamoBudgetStore(on.dynamo, on.tables);
export const grants = (on: Tables<'grants' | 'versions' | 'journal'>) => dynamoGrantStore(on.dynamo, on.tables);
export const ledger = (on: Tables<'ledger'>) => dynamoLedgerStore(on.dynamo, on.tables.ledger);
export const limits = (on: Tables<'limits'>) => dynamoLimitStore(on.dynamo, on.tables.limits);
export const live = (on: Tables<'live'>) => dynamoLiveStore(on.dynamo, on.tables.live);
export const settingsVersions = (on: Tables<'versions' | 'journal'>) => dynamoSettingsVersions(on.dynamo, on.tables);
export const teams = (on: Tables<'teams' | 'versions' | 'journal'>) => dynamoTeamStore(on.dynamo, on.tables);
export const users = (on: Tables<'users'>) => dynamoUserStore(on.dynamo, on.tables.users);
