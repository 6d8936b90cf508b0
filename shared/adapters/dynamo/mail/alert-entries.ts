import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { tableDefinitions } from '../../../contracts/tables/tables.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { Backoff } from '../calls/backoff.ts';
import { getAll } from '../calls/batches.ts';
import { queryAll } from '../calls/read-pages.ts';
import { writeEach } from '../calls/write-each.ts';
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

/** The ids of the entries that carry one of some marks in the index of what is open. */
export async function listOpen({ dynamo, table }: AlertTable, marks: readonly string[]): Promise<readonly string[]> {
  const listed = await Promise.all(
    marks.map(async (mark) =>
      queryAll(dynamo, {
        TableName: table,
        IndexName: index.name,
        KeyConditionExpression: '#open = :open',
        ExpressionAttributeNames: { '#open': index.partitionKey },
        ExpressionAttributeValues: { ':open': mark },
        ProjectionExpression: 'entryId',
      }),
    ),
  );
  return listed.flat().map(({ entryId }) => String(entryId));
}

/** Writes entries unless they are there already; a refusal is no error. */
export async function putNew({ dynamo, table, backoff }: AlertTable, entries: readonly Item[]): Promise<void> {
  const puts = entries.map((Item) => ({
    Put: { TableName: table, Item, ConditionExpression: 'attribute_not_exists(entryId)' },
  }));
  await writeEach(dynamo, puts, backoff);
}

/** Writes entries unless later ones are stored; a refusal is no error. */
export async function putUnlessNewer({ dynamo, table, backoff }: AlertTable, entries: readonly Item[]): Promise<void> {
  const puts = entries.map((Item) => ({
    Put: {
      TableName: table,
      Item,
      ConditionExpression: 'attribute_not_exists(entryId) OR #at <= :at',
      ExpressionAttributeNames: { '#at': index.sortKey },
      ExpressionAttributeValues: { ':at': Item[index.sortKey] },
    },
  }));
  await writeEach(dynamo, puts, backoff);
}

/** Sets the mails of entries that are in the index of what is open; a refusal is no error. */
export async function setMails(
  { dynamo, table, backoff }: AlertTable,
  choices: readonly { readonly entryId: string; readonly mailId: string }[],
): Promise<void> {
  const updates = choices.map(({ entryId, mailId }) => ({
    Update: {
      TableName: table,
      Key: { entryId },
      UpdateExpression: 'SET mailId = :mailId',
      ConditionExpression: 'attribute_exists(#open)',
      ExpressionAttributeNames: { '#open': index.partitionKey },
      ExpressionAttributeValues: { ':mailId': mailId },
    },
  }));
  await writeEach(dynamo, updates, backoff);
}

/** Takes entries out of the index of what is open. */
export async function closeAll({ dynamo, table, backoff }: AlertTable, entryIds: readonly string[]): Promise<void> {
  const updates = entryIds.map((entryId) => ({
    Update: {
      TableName: table,
      Key: { entryId },
      UpdateExpression: 'REMOVE #open',
      ConditionExpression: 'attribute_exists(entryId)',
      ExpressionAttributeNames: { '#open': index.partitionKey },
    },
  }));
  const refused = await writeEach(dynamo, updates, backoff);
  invariant(refused.length === 0, 'a notification is pending before it is settled');
}
