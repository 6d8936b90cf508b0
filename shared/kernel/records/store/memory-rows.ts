import type { MemoryJournal } from '../../../journal/store/memory-journal.ts';
import { isSameStored, storedCopy } from '../../contract/stored-copy.ts';
import { invariant } from '../../invariant.ts';
import { sortedBy } from '../../texts/compare-text.ts';
import {
  formatRecordVersion,
  readKindVersions,
  readRecordVersion,
  type VersionedRows,
} from '../contract/versions/record-versions.ts';
import { isAsSeen, type TableRow } from '../contract/versions/stored-record.ts';
import { StaleRecordError } from '../ports.ts';
import type { RecordVersion, VersionOf } from '../record-edit.ts';
import { rowsByKey, rowText, staleText, type RowKind, type Rows } from './row-kind.ts';

export interface ByHand<Key> {
  /** Writes a row unchecked, like the table's own tools. */
  writeByHand(row: TableRow): void;
  removeByHand(key: Key): void;
}

/** `dynamoRows` in memory. */
export function memoryRows<Key, Terms, Kept, VersionKey>(
  journal: MemoryJournal,
  kind: RowKind<Key, Terms, Kept, VersionKey>,
): Rows<Key, Terms, Kept, VersionKey> & ByHand<Key> {
  const rows = new Map<string, TableRow>();
  const versions = memoryVersions(kind.versions);
  const placeOf = (key: Key) => rowText(kind, kind.rowKey(key));
  const isOfKind = (row: TableRow) =>
    kind.partitions?.some((each) => Object.entries(each).every(([name, value]) => row[name] === value)) ?? true;
  return {
    list: async () => rowsByKey(kind, [...rows.values()].filter(isOfKind)),
    find: async (key) => ({ row: rows.get(placeOf(key)), last: versions.last(key) }),
    last: async (key) => versions.last(key),
    listVersions: async (key) => versions.list(key),
    async edit(edit, entry) {
      const { key, seenVersion } = edit;
      const place = placeOf(key);
      const found = rows.get(place);
      const { row, isMade } = kind.made(edit);
      const written = journal.find(entry);
      if (isSameStored(written, entry) || isMade(found)) {
        return;
      }
      const version = kind.versionOf(edit);
      if (!isAsSeen(found, { seenVersion, terms: row }) || versions.has(key, version)) {
        throw new StaleRecordError(staleText(kind, edit));
      }
      invariant(written === undefined, 'two journal entries never share an id');
      journal.record(entry);
      versions.add(key, version);
      if (row === undefined) {
        rows.delete(place);
      } else {
        rows.set(place, storedCopy(row));
      }
    },
    async adopt(edit, entry) {
      const { key, seenVersion, terms } = edit;
      const place = placeOf(key);
      const row = rows.get(place);
      if (isSameStored(journal.find(entry), entry)) {
        return;
      }
      const version = kind.versionOf(edit);
      const isAtSeen = row !== undefined && (row['version'] ?? 0) === seenVersion;
      if (!(terms === undefined ? row === undefined : isAtSeen) || versions.has(key, version)) {
        throw new StaleRecordError(staleText(kind, edit));
      }
      journal.record(entry);
      versions.add(key, version);
      if (terms !== undefined) {
        rows.set(place, { ...row, ...kind.stampOf(edit) });
      }
    },
    writeByHand: (row) => rows.set(rowText(kind, row), structuredClone(row)),
    removeByHand: (key) => rows.delete(placeOf(key)),
  };
}

function memoryVersions<Key, Kept, VersionKey>(rows: VersionedRows<Key, Kept, VersionKey>) {
  const kept = new Map<string, ReturnType<typeof formatRecordVersion>>();
  const idOf = (key: Key, made: RecordVersion<Kept>): string => {
    const { budget, version } = formatRecordVersion(rows, key, made);
    return `${budget} ${version}`;
  };
  return {
    has: (key: Key, version: RecordVersion<Kept>): boolean => kept.has(idOf(key, version)),
    add: (key: Key, version: RecordVersion<Kept>) =>
      kept.set(idOf(key, version), storedCopy(formatRecordVersion(rows, key, version))),
    last(key: Key): RecordVersion<Kept> | undefined {
      const partition = rows.partitionOf(key);
      const [, row] = sortedBy(kept, ([id]) => id).findLast(([, { budget }]) => budget === partition) ?? [];
      return row === undefined ? undefined : readRecordVersion(rows, storedCopy(row));
    },
    list(key?: Key): readonly VersionOf<VersionKey, Kept>[] {
      const wanted = key === undefined ? undefined : rows.partitionOf(key);
      const stored = [...kept.values()].filter(({ budget }) => wanted === undefined || budget === wanted);
      return readKindVersions(rows, storedCopy(stored), () => new Error('a version cannot be read'));
    },
  };
}
