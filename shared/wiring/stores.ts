import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { dynamoBudgetStore } from '../adapters/dynamo/edits/dynamo-budget-store.ts';
import { dynamoGrantStore } from '../adapters/dynamo/edits/dynamo-grant-store.ts';
import { dynamoSettingsVersions } from '../adapters/dynamo/edits/dynamo-settings-versions.ts';
import { dynamoTeamStore } from '../adapters/dynamo/edits/dynamo-team-store.ts';
import { dynamoLedgerStore } from '../adapters/dynamo/enforcement/dynamo-ledger-store.ts';
import { dynamoLimitStore } from '../adapters/dynamo/enforcement/dynamo-limit-store.ts';
import { dynamoLiveStore } from '../adapters/dynamo/enforcement/dynamo-live-store.ts';
import { dynamoUserStore } from '../adapters/dynamo/enforcement/dynamo-user-store.ts';
import type { TableKey, TableNames } from '../contracts/tables/tables.ts';

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
