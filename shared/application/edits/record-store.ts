import type { EditWay } from '../../domain/budgets/budget-version.ts';
import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import type { EditedKind, Stamp } from '../../domain/records/record-kind.ts';
import type { EditableRecords, InvalidRecord, RecordEdit } from './editable-records.ts';
import type { Author } from './ports.ts';

/** What one edit made of a record. Versions of one key count from 1, and go on after a removal. */
export interface RecordVersion<Terms> {
  /** The key as one text. */
  readonly key: string;
  readonly version: number;
  readonly by: string;
  /** ISO instant. */
  readonly at: string;
  readonly way: EditWay;
  /** Absent: the record was removed. */
  readonly terms?: Terms;
}

/** Records of one kind that admins edit by command and by file alone, and every version that they ever had. */
export interface RecordStore<Key, Terms extends Key> {
  /** By key. Rows that are not valid are reported and never guessed at. */
  list(): Promise<{ readonly records: readonly (Terms & Stamp)[]; readonly invalid: readonly InvalidRecord<Terms>[] }>;
  /** Every version of one record, or of all: by key, the first version first. */
  listVersions(key?: Key): Promise<readonly RecordVersion<Terms>[]>;
  /**
   * Makes one edit together with its version and its journal entry, or none of them. Raises StaleRecordError when the
   * record moved. An edit that was made already (same terms, same author, the same version) is taken as done.
   */
  edit(edit: RecordEdit<Key, Terms>, author: Author, entry: JournalEntry): Promise<void>;
}

/** The records of a store, for the use cases that edit records. */
export function editableRecords<Key, Terms extends Key>(
  kind: EditedKind<Key, Terms>,
  store: RecordStore<Key, Terms>,
): EditableRecords<Key, Terms> {
  return {
    kind,
    list: async () => store.list(),
    lastVersion: async (key) => (await store.listVersions(key)).at(-1)?.version ?? 0,
    edit: async (edit, author, entry) => store.edit(edit, author, entry),
    termsWanted: (wanted) => wanted,
  };
}
