import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { StaleRecordError, type AdoptedEdit, type VersionOf } from '../../../application/edits/ports.ts';
import {
  formatRecordVersion,
  readKindVersions,
  readRecordVersion,
  type VersionedRows,
} from '../../../contracts/records/versions/record-versions.ts';
import { StoredVersionRow } from '../../../contracts/records/versions/stored-version.ts';
import type { JournalEntry } from '../../../domain/journal/journal-entry.ts';
import type { RecordVersion } from '../../../domain/records/direct-edit.ts';
import { historyPut } from '../calls/history-put.ts';
import type { JournaledWrites } from '../calls/journaled-writes.ts';
import { queryAll, scanAll } from '../calls/read-pages.ts';
import type { Write } from '../calls/transact.ts';
import type { Item } from '../items/stored-item.ts';
import { brokenVersion } from './budget-versions.ts';
import { rowGone, stampRow } from './direct-edit-writes.ts';

/** The versions of one kind of record, in the table of those of the budgets. */
interface RecordVersions<Key, Kept> {
  /** Writes a version unless its number exists. */
  put(key: Key, version: RecordVersion<Kept>): Write;
  /** The last one; undefined where there is none, or none that can be read. */
  last(key: Key): Promise<RecordVersion<Kept> | undefined>;
  /** Those of all records. Raises BrokenItemError for one that cannot be read. */
  list(): Promise<readonly VersionOf<Key, Kept>[]>;
}

export function recordVersions<Key, Kept>(
  dynamo: DynamoDBDocumentClient,
  table: string,
  rows: VersionedRows<Key, Kept>,
): RecordVersions<Key, Kept> {
  return {
    put(key, version) {
      const item = formatRecordVersion(rows, key, version);
      return historyPut({ schema: StoredVersionRow, item, table, key: `${item.budget} ${item.version}` });
    },
    async last(key) {
      const query = {
        TableName: table,
        ConsistentRead: true,
        KeyConditionExpression: 'budget = :budget',
        ExpressionAttributeValues: { ':budget': rows.partitionOf(key) },
        ScanIndexForward: false,
      };
      const [item] = await queryAll(dynamo, query, 1);
      return item === undefined ? undefined : readRecordVersion(rows, item);
    },
    async list() {
      const items = await scanAll(dynamo, { TableName: table, ConsistentRead: true });
      return readKindVersions(rows, items, (item) => brokenVersion(item, table));
    },
  };
}

/** Where the rows of a kind are, and what adopting writes into one. */
interface AdoptedRows<Key, Kept> {
  readonly table: string;
  readonly versions: RecordVersions<Key, Kept>;
  readonly journaled: JournaledWrites;
  /** What Curfew notes beside the terms. */
  readonly stampOf: (record: Kept) => Item;
  /** What to say when somebody else has changed the row. */
  readonly stale: (key: Key, seenVersion: number) => string;
}

/** Adopts a direct edit: the row is stamped, or still gone, together with its version and journal entry. */
export async function adoptRow<Key extends Readonly<Record<keyof Key, string>>, Kept>(
  { table, versions, journaled, stampOf, stale }: AdoptedRows<Key, Kept>,
  { key, seenVersion, made }: AdoptedEdit<Key, Kept>,
  entry: JournalEntry,
): Promise<void> {
  const row = { table, key: { ...key } as Item, seenVersion };
  const write = made.record === undefined ? rowGone(row) : stampRow(row, stampOf(made.record));
  const isDone = await journaled.write([write, versions.put(key, made)], entry);
  if (!isDone && (await journaled.isWritten(entry)) !== 'as-own') {
    throw new StaleRecordError(stale(key, seenVersion));
  }
}
