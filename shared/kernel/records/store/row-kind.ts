import type { JournalEntry } from '../../../journal/journal-entry.ts';
import { sortedBy } from '../../texts/compare-text.ts';
import type { VersionedRows } from '../contract/versions/record-versions.ts';
import type { StoredRecords, TableRow } from '../contract/versions/stored-record.ts';
import type { RecordEdit, RecordVersion, VersionOf } from '../record-edit.ts';

/** How one kind of record lies in its table, with every version. `Kept`: what a version holds. */
export interface RowKind<Key, Terms, Kept = Terms, VersionKey = Key> {
  /** The attributes that identify a row. */
  readonly keyNames: readonly string[];
  readonly rowKey: (key: Key) => Record<string, unknown>;
  /** The record in messages: `the team web`. */
  readonly title: (key: Key) => string;
  /** Key attributes shared by its rows, if other kinds lie in the same table. */
  readonly partitions?: readonly Readonly<Record<string, string>>[];
  readonly versions: VersionedRows<Key, Kept, VersionKey>;
  readonly versionOf: (edit: RecordEdit<Key, Terms>) => RecordVersion<Kept>;
  /** A method, since budgets are edited under a narrower key than they are found by. */
  made(edit: RecordEdit<Key, Terms>): MadeRow;
  /** Attributes that a direct edit's row gets when it is adopted. */
  readonly stampOf: (edit: RecordEdit<Key, Terms>) => Record<string, unknown>;
}

interface MadeRow {
  /** Undefined: the row is removed. */
  readonly row: Record<string, unknown> | undefined;
  /** Whether the row of the table is this edit's, perhaps by an earlier attempt. */
  readonly isMade: (row: TableRow | undefined) => boolean;
}

export interface Rows<Key, Terms, Kept = Terms, VersionKey = Key> {
  /** By key. */
  readonly list: () => Promise<readonly TableRow[]>;
  readonly find: (
    key: Key,
  ) => Promise<{ readonly row: TableRow | undefined; readonly last: RecordVersion<Kept> | undefined }>;
  /** Undefined when there is none, or none is readable. */
  readonly last: (key: Key) => Promise<RecordVersion<Kept> | undefined>;
  /** Every version of one record or of all, by key, oldest first. Throws for an unreadable one. */
  readonly listVersions: (key?: Key) => Promise<readonly VersionOf<VersionKey, Kept>[]>;
  /** As `EditedStore.edit`. */
  readonly edit: (edit: RecordEdit<Key, Terms>, entry: JournalEntry) => Promise<void>;
  /** As `AdoptingStore.adopt`. */
  readonly adopt: (edit: RecordEdit<Key, Terms>, entry: JournalEntry) => Promise<void>;
}

/** The row of an edit of a record that a codec describes. */
export function madeBy<Key, Terms extends Key>(stored: StoredRecords<Key, Terms>) {
  return (edit: RecordEdit<Key, Terms>): MadeRow => {
    const record = stored.edited(edit);
    return {
      row: record && stored.format(record),
      isMade: (row) => record !== undefined && stored.holds(row, record, (version) => version > edit.seenVersion),
    };
  };
}

/** A row's key as a text, for order and messages. */
export function rowText({ keyNames }: { readonly keyNames: readonly string[] }, row: TableRow): string {
  return keyNames.map((name) => String(row[name])).join(' / ');
}

export function staleText<Key>(
  { title }: { readonly title: (key: Key) => string },
  { key, seenVersion }: { readonly key: Key; readonly seenVersion: number },
): string {
  return `${title(key)} is no longer at version ${seenVersion}`;
}

export function rowsByKey(kind: { readonly keyNames: readonly string[] }, rows: Iterable<TableRow>) {
  return sortedBy(rows, (row) => rowText(kind, row));
}
