import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import type { JournalEntry } from '../../../journal/journal-entry.ts';
import { historyPut } from '../../store/history-put.ts';
import type { JournaledWrites } from '../../store/journaled-writes.ts';
import { itemsUnder, queryAll, scanAll } from '../../store/read-pages.ts';
import { BrokenItemError, type Item } from '../../store/stored-item.ts';
import type { Write } from '../../store/transact.ts';
import { rowGone, stampRow, versionedDelete, versionedPut } from '../../store/versioned-writes.ts';
import {
  formatRecordVersion,
  readKindVersions,
  readRecordVersion,
  type VersionedRows,
} from '../contract/versions/record-versions.ts';
import { isAsSeen } from '../contract/versions/stored-record.ts';
import { StoredVersionRow } from '../contract/versions/stored-version.ts';
import type { RecordVersion, VersionOf } from '../record-edit.ts';
import { StaleRecordError } from '../use-cases/ports.ts';

interface RecordVersions<Key, Kept> {
  put(key: Key, version: RecordVersion<Kept>): Write;
  /** Undefined when there is none, or none is readable. */
  last(key: Key): Promise<RecordVersion<Kept> | undefined>;
  /** Of one record or of all. Throws BrokenItemError for an unreadable one. */
  list(key?: Key): Promise<readonly VersionOf<Key, Kept>[]>;
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
      const query = itemsUnder(table, { budget: rows.partitionOf(key) });
      const [item] = await queryAll(dynamo, { ...query, ScanIndexForward: false }, 1);
      return item === undefined ? undefined : readRecordVersion(rows, item);
    },
    async list(key) {
      const items =
        key === undefined
          ? await scanAll(dynamo, { TableName: table, ConsistentRead: true })
          : await queryAll(dynamo, itemsUnder(table, { budget: rows.partitionOf(key) }));
      return readKindVersions(rows, items, (item) => brokenVersion(item, table));
    },
  };
}

interface JournaledRows<Key, Kept> {
  readonly table: string;
  readonly versions: Pick<RecordVersions<Key, Kept>, 'put'>;
  readonly journaled: JournaledWrites;
  readonly stale: (key: Key, seenVersion: number) => string;
}

interface RowEdit<Key, Kept> {
  readonly key: Key & Item;
  readonly seenVersion: number;
  /** Absent: the row is removed. */
  readonly row: Item | undefined;
  readonly version: RecordVersion<Kept>;
  readonly isMade: (row: Item | undefined) => boolean;
}

/** Writes the row, its version and its journal entry, or nothing. Throws StaleRecordError. */
export async function editRow<Key, Kept>(
  { table, versions, journaled, stale }: JournaledRows<Key, Kept>,
  { key, seenVersion, row, version, isMade }: RowEdit<Key, Kept>,
  entry: JournalEntry,
): Promise<void> {
  const write =
    row === undefined ? versionedDelete(table, key, { seenVersion }) : versionedPut(table, row, { seenVersion });
  await journaled.edit([write, versions.put(key, version)], entry, {
    table,
    key,
    isMade,
    isAsSeen: (found) => isAsSeen(found, { seenVersion, terms: row }),
    stale: stale(key, seenVersion),
  });
}

interface AdoptedRow<Key, Kept> extends Pick<RowEdit<Key, Kept>, 'key' | 'seenVersion' | 'version'> {
  readonly stamp: Item;
}

/** Adopts a direct edit: stamps the row, or verifies that it is still gone, with its version and journal entry. */
export async function adoptRow<Key, Kept>(
  { table, versions, journaled, stale }: JournaledRows<Key, Kept>,
  { key, seenVersion, version, stamp }: AdoptedRow<Key, Kept>,
  entry: JournalEntry,
): Promise<void> {
  const row = { table, key, seenVersion };
  const write = version.terms === undefined ? rowGone(row) : stampRow(row, stamp);
  const isDone = await journaled.write([write, versions.put(key, version)], entry);
  if (!isDone && (await journaled.isWritten(entry)) !== 'as-own') {
    throw new StaleRecordError(stale(key, seenVersion));
  }
}

/** Names an unreadable version without its content. */
export function brokenVersion(item: Item, table: string): BrokenItemError {
  const place = JSON.stringify(`${String(item['budget'])} ${String(item['version'])}`.slice(0, 200));
  return new BrokenItemError(`the item ${place} of table ${table} is broken. Repair or remove it.`);
}
