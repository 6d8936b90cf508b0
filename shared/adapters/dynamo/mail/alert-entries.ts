import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { tableDefinitions } from '../../../contracts/tables/tables.ts';
import type { AlertLease } from '../../../domain/notifications/topics.ts';
import type { Backoff } from '../calls/backoff.ts';
import { getAll } from '../calls/batches.ts';
import { inChunks } from '../calls/in-chunks.ts';
import { queryAll } from '../calls/read-pages.ts';
import type { Item } from '../items/stored-item.ts';

/** The alerts table, in which states and notifications stand side by side under `entryId`. */
export interface AlertTable {
  readonly dynamo: DynamoDBDocumentClient;
  readonly table: string;
  readonly backoff: Backoff;
}

export const alertIndex = tableDefinitions.alerts.sparseIndex;

/** Of very many entries the items themselves take several times what they say: so many are in memory at once. */
export const entriesAtOnceMax = 400;

/**
 * An index lags behind its table: what it lists is read again from the table. Missing entries are left out. `read` is
 * given some items at a time, and never none.
 */
export async function readEntries<T>(
  { dynamo, table, backoff }: AlertTable,
  entryIds: Iterable<string>,
  read: (items: readonly Item[]) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const values: T[] = [];
  for (const ids of inChunks([...new Set(entryIds)], entriesAtOnceMax)) {
    const items = await getAll(
      dynamo,
      { table, backoff },
      ids.map((entryId) => ({ entryId })),
    );
    values.push(...(items.length === 0 ? [] : await read(items)));
  }
  return values;
}

/** The ids of the entries that carry one of some marks in the index of what is open. */
export async function listOpen({ dynamo, table }: AlertTable, marks: readonly string[]): Promise<readonly string[]> {
  const listed = await Promise.all(
    marks.map(async (mark) =>
      queryAll(dynamo, {
        TableName: table,
        IndexName: alertIndex.name,
        KeyConditionExpression: '#open = :open',
        ExpressionAttributeNames: { '#open': alertIndex.partitionKey },
        ExpressionAttributeValues: { ':open': mark },
        ProjectionExpression: 'entryId',
      }),
    ),
  );
  return listed.flat().map(({ entryId }) => String(entryId));
}

type EntryKind = 'state' | 'notice';

/** An index takes only so many writes a second under one text: what the night leaves open stands under these. */
const nightParts = Array.from({ length: 8 }, (_, index) => index);

/** The texts under which states or notifications stand in the index of what is open. */
export function openMarks(kind: EntryKind, lease: AlertLease): readonly string[] {
  // Without a part: as it was before, and when there was one lease.
  return lease === 'limits' ? [kind, ...nightParts.map((part) => `${kind}/limits/${part}`)] : [`${kind}/${lease}`];
}

export function openMark(kind: EntryKind, lease: AlertLease, entryId: string): string {
  return lease === 'limits' ? `${kind}/limits/${partOf(entryId)}` : `${kind}/${lease}`;
}

/** Ids that differ by little fall into different parts. */
function partOf(entryId: string): number {
  let sum = 0;
  for (let place = 0; place < entryId.length; place += 1) {
    sum = (sum * 31 + entryId.charCodeAt(place)) % 65_521;
  }
  return sum % nightParts.length;
}

/** What the id of the entry of a notification begins with. */
export const notificationPrefix = 'notice/';
