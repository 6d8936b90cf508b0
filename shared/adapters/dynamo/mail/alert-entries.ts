import { PutCommand, UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { tableDefinitions } from '../../../contracts/tables.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { Backoff } from '../calls/backoff.ts';
import { getAll } from '../calls/batches.ts';
import { isMade } from '../calls/is-made.ts';
import { queryAll } from '../calls/read-pages.ts';
import type { Item } from '../items/stored-item.ts';

/** The alerts table, in which states and notifications stand side by side under `entryId`. */
export interface AlertTable {
  readonly dynamo: DynamoDBDocumentClient;
  readonly table: string;
  readonly backoff: Backoff;
}

const index = tableDefinitions.alerts.sparseIndex;

/** An index lags behind its table: what it lists is read again from the table. Missing entries are left out. */
export async function readEntries(
  { dynamo, table, backoff }: AlertTable,
  entryIds: Iterable<string>,
): Promise<readonly Item[]> {
  const keys = [...new Set(entryIds)].map((entryId) => ({ entryId }));
  return getAll(dynamo, { table, backoff }, keys);
}

/** The ids of the entries that carry a mark in the index of what is open. */
export async function listOpen({ dynamo, table }: AlertTable, mark: string): Promise<readonly string[]> {
  const listed = await queryAll(dynamo, {
    TableName: table,
    IndexName: index.name,
    KeyConditionExpression: '#open = :open',
    ExpressionAttributeNames: { '#open': index.partitionKey },
    ExpressionAttributeValues: { ':open': mark },
    ProjectionExpression: 'entryId',
  });
  return listed.map(({ entryId }) => String(entryId));
}

/** Writes an entry unless it is there already; a refusal is no error. */
export async function putNew({ dynamo, table }: AlertTable, entry: Item): Promise<void> {
  await isMade(
    dynamo.send(
      new PutCommand({ TableName: table, Item: entry, ConditionExpression: 'attribute_not_exists(entryId)' }),
    ),
  );
}

/** Writes an entry unless a later one is stored; a refusal is no error. */
export async function putUnlessNewer({ dynamo, table }: AlertTable, entry: Item): Promise<void> {
  const put = new PutCommand({
    TableName: table,
    Item: entry,
    ConditionExpression: 'attribute_not_exists(entryId) OR #at <= :at',
    ExpressionAttributeNames: { '#at': index.sortKey },
    ExpressionAttributeValues: { ':at': entry[index.sortKey] },
  });
  await isMade(dynamo.send(put));
}

/** Sets the mail of an entry that is in the index of what is open; a refusal is no error. */
export async function setMail({ dynamo, table }: AlertTable, entryId: string, mailId: string): Promise<void> {
  const update = new UpdateCommand({
    TableName: table,
    Key: { entryId },
    UpdateExpression: 'SET mailId = :mailId',
    ConditionExpression: 'attribute_exists(#open)',
    ExpressionAttributeNames: { '#open': index.partitionKey },
    ExpressionAttributeValues: { ':mailId': mailId },
  });
  await isMade(dynamo.send(update));
}

/** Takes an entry out of the index of what is open. */
export async function close({ dynamo, table }: AlertTable, entryId: string): Promise<void> {
  const update = new UpdateCommand({
    TableName: table,
    Key: { entryId },
    UpdateExpression: 'REMOVE #open',
    ConditionExpression: 'attribute_exists(entryId)',
    ExpressionAttributeNames: { '#open': index.partitionKey },
  });
  const wasThere = await isMade(dynamo.send(update));
  invariant(wasThere, 'a notification is pending before it is settled');
}
