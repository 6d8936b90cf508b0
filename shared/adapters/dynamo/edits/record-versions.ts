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
import { itemsUnder, queryAll, scanAll } from '../calls/read-pages.ts';
import type { Write } from '../calls/transact.ts';
import { BrokenItemError, type Item } from '../items/stored-item.ts';
import { rowGone, stampRow } from '../calls/versioned-writes.ts';

/** The versions of one kind of record, in the table of those of the budgets. */
interface RecordVersions<Key, Kept> {
  /** Writes a version unless its number exists. */
  put(key: Key, version: RecordVersion<Kept>): Write;
  /** The last one; undefined where there is none, or none that can be read. */
  last(key: Key): Promise<RecordVersion<Kept> | undefined>;
  /** Those of one record, or of all. Raises BrokenItemError for one that cannot be read. */
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

/** Where the rows of a kind are, and what adopting writes into one. */
interface AdoptedRows<Key, Kept> {
  readonly table: string;
  readonly versions: RecordVersions<Key, Kept>;
  readonly journaled: JournaledWrites;
  /** What Curfew notes beside the terms. */
  readonly stampOf: (made: RecordVersion<Kept>) => Item;
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
  const write = made.record === undefined ? rowGone(row) : stampRow(row, stampOf(made));
  const isDone = await journaled.write([write, versions.put(key, made)], entry);
  if (!isDone && (await journaled.isWritten(entry)) !== 'as-own') {
    throw new StaleRecordError(stale(key, seenVersion));
  }
}

/** Names a version that cannot be read, without what it holds. */
export function brokenVersion(item: Item, table: string): BrokenItemError {
  const place = JSON.stringify(`${String(item['budget'])} ${String(item['version'])}`.slice(0, 200));
  return new BrokenItemError(`the item ${place} of table ${table} is broken. Repair or remove it.`);
}

/** The stamp of a record that says who edited it last. */
export function editStamp({ version, by, at }: RecordVersion<unknown>): Item {
  return { version, updatedBy: by, updatedAt: at };
}
