import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { BudgetRowKey } from '../../../application/edits/ports.ts';
import { isRecordPartition } from '../../../contracts/records/versions/record-versions.ts';
import { settingsPartition } from '../../../contracts/records/versions/settings-versions.ts';
import {
  formatStoredVersion,
  readStoredVersion,
  StoredVersionRow,
  versionsOf,
} from '../../../contracts/records/versions/stored-version.ts';
import type { BudgetVersion } from '../../../domain/budgets/budget-version.ts';
import { historyPut } from '../calls/history-put.ts';
import { queryAll, scanAll } from '../calls/read-pages.ts';
import { BrokenItemError, type Item } from '../items/stored-item.ts';
import type { Write } from '../calls/transact.ts';

/** Writes a version unless its number exists. */
export function versionPut(version: BudgetVersion, table: string): Write {
  const row = formatStoredVersion(version);
  return historyPut({ schema: StoredVersionRow, item: row, table, key: `${row.budget} ${row.version}` });
}

/** The last version of one row; undefined where there is none, or none that can be read. */
export async function lastVersion(
  dynamo: DynamoDBDocumentClient,
  table: string,
  key: BudgetRowKey,
): Promise<BudgetVersion | undefined> {
  const [item] = await queryAll(dynamo, { ...queryOf(table, key), ScanIndexForward: false }, 1);
  return item === undefined ? undefined : readStoredVersion(item);
}

/** Every version of one row, or of all. Raises BrokenItemError for one that cannot be read. */
export async function everyVersion(
  dynamo: DynamoDBDocumentClient,
  table: string,
  key?: BudgetRowKey,
): Promise<readonly BudgetVersion[]> {
  const items =
    key === undefined
      ? await scanAll(dynamo, { TableName: table, ConsistentRead: true })
      : await queryAll(dynamo, queryOf(table, key));
  // The settings of an installation, teams and grants have their versions in the same table.
  return items
    .filter(({ budget }) => budget !== settingsPartition && !isRecordPartition(budget))
    .map((item) => validVersion(item, table));
}

function validVersion(item: Item, table: string): BudgetVersion {
  const version = readStoredVersion(item);
  if (version === undefined) {
    throw brokenVersion(item, table);
  }
  return version;
}

/** Names a version that cannot be read, without what it holds. */
export function brokenVersion(item: Item, table: string): BrokenItemError {
  const place = JSON.stringify(`${String(item['budget'])} ${String(item['version'])}`.slice(0, 200));
  return new BrokenItemError(`the item ${place} of table ${table} is broken. Repair or remove it.`);
}

function queryOf(TableName: string, key: BudgetRowKey) {
  return {
    TableName,
    ConsistentRead: true,
    KeyConditionExpression: '#budget = :budget',
    ExpressionAttributeNames: { '#budget': 'budget' },
    ExpressionAttributeValues: { ':budget': versionsOf(key) },
  };
}
