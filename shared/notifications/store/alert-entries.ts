import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { tableDefinitions } from '../../kernel/contract/tables.ts';
import type { Backoff } from '../../kernel/store/backoff.ts';
import { getAll, inChunks } from '../../kernel/store/batches.ts';
import { queryAll } from '../../kernel/store/read-pages.ts';
import type { Item } from '../../kernel/store/stored-item.ts';
import type { AlertLease } from '../topics.ts';

/** The alerts table: states and notifications under `entryId`. */
export interface AlertTable {
  readonly dynamo: DynamoDBDocumentClient;
  readonly table: string;
  readonly backoff: Backoff;
}

export const alertIndex = tableDefinitions.alerts.sparseIndex;

/** Entries in memory at once: as items they take several times their content. */
export const entriesAtOnceMax = 400;

/** Reads an eventually consistent index's items from the table, without missing ones. `read` gets non-empty batches. */
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

/** An index limits writes per key, so a night's open entries spread over these. */
const nightParts = Array.from({ length: 8 }, (_, index) => index);

/** The index keys of open states or notifications. */
export function openMarks(kind: EntryKind, lease: AlertLease): readonly string[] {
  // Without a part: the format before parts and with one lease.
  return lease === 'limits' ? [kind, ...nightParts.map((part) => `${kind}/limits/${part}`)] : [`${kind}/${lease}`];
}

export function openMark(kind: EntryKind, lease: AlertLease, entryId: string): string {
  return lease === 'limits' ? `${kind}/limits/${partOf(entryId)}` : `${kind}/${lease}`;
}

function partOf(entryId: string): number {
  let sum = 0;
  for (let place = 0; place < entryId.length; place += 1) {
    sum = (sum * 31 + entryId.charCodeAt(place)) % 65_521;
  }
  return sum % nightParts.length;
}

export const notificationPrefix = 'notice/';
export const mutePrefix = 'mute/';
/** The index key of mutes. */
export const muteMark = 'mute';
