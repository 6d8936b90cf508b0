import type { JournalEntry } from '../../../journal/journal-entry.ts';
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
import type { RecordVersion, VersionOf } from '../record-edit.ts';
import type { StaleRecordError } from '../use-cases/ports.ts';

interface MemoryRecordVersions<Key, Kept> {
  has(key: Key, version: RecordVersion<Kept>): boolean;
  add(key: Key, version: RecordVersion<Kept>): void;
  last(key: Key): RecordVersion<Kept> | undefined;
  list(key?: Key): readonly VersionOf<Key, Kept>[];
}

export function memoryRecordVersions<Key, Kept>(rows: VersionedRows<Key, Kept>): MemoryRecordVersions<Key, Kept> {
  const kept = new Map<string, ReturnType<typeof formatRecordVersion>>();
  const idOf = (key: Key, made: RecordVersion<Kept>): string => {
    const { budget, version } = formatRecordVersion(rows, key, made);
    return `${budget} ${version}`;
  };
  return {
    has: (key, version) => kept.has(idOf(key, version)),
    add: (key, version) => kept.set(idOf(key, version), storedCopy(formatRecordVersion(rows, key, version))),
    last(key) {
      const partition = rows.partitionOf(key);
      const [, row] = sortedBy(kept, ([id]) => id).findLast(([, { budget }]) => budget === partition) ?? [];
      return row === undefined ? undefined : readRecordVersion(rows, storedCopy(row));
    },
    list(key) {
      const wanted = key === undefined ? undefined : rows.partitionOf(key);
      const stored = [...kept.values()].filter(({ budget }) => wanted === undefined || budget === wanted);
      return readKindVersions(rows, storedCopy(stored), () => new Error('a version cannot be read'));
    },
  };
}

interface MemoryRows<Key, Kept> {
  readonly rows: Map<string, TableRow>;
  readonly versions: Pick<MemoryRecordVersions<Key, Kept>, 'has' | 'add'>;
  readonly journal: MemoryJournal;
  readonly keyText: (key: Key) => string;
  readonly stale: (key: Key, seenVersion: number) => StaleRecordError;
}

interface MemoryEdit<Key, Kept> {
  readonly key: Key;
  readonly seenVersion: number;
  /** Absent: the row is removed. */
  readonly row: TableRow | undefined;
  readonly version: RecordVersion<Kept>;
  readonly isMade: (row: TableRow | undefined) => boolean;
}

/** `editRow` in memory. */
export function memoryEdit<Key, Kept>(
  { rows, versions, journal, keyText, stale }: MemoryRows<Key, Kept>,
  { key, seenVersion, row, version, isMade }: MemoryEdit<Key, Kept>,
  entry: JournalEntry,
): void {
  const place = keyText(key);
  const found = rows.get(place);
  const written = journal.find(entry);
  if (isSameStored(written, entry) || isMade(found)) {
    return;
  }
  const edit = { seenVersion, terms: row };
  if (!isAsSeen(found, edit) || versions.has(key, version)) {
    throw stale(key, seenVersion);
  }
  invariant(written === undefined, 'two journal entries never share an id');
  journal.record(entry);
  versions.add(key, version);
  if (row === undefined) {
    rows.delete(place);
  } else {
    rows.set(place, storedCopy(row));
  }
}

interface MemoryAdoption<Key, Kept> extends Pick<MemoryEdit<Key, Kept>, 'key' | 'seenVersion' | 'version'> {
  readonly stamp: object;
}

/** `adoptRow` in memory. */
export function memoryAdopt<Key, Kept>(
  { rows, versions, journal, keyText, stale }: MemoryRows<Key, Kept>,
  { key, seenVersion, version, stamp }: MemoryAdoption<Key, Kept>,
  entry: JournalEntry,
): void {
  const place = keyText(key);
  const row = rows.get(place);
  if (isSameStored(journal.find(entry), entry)) {
    return;
  }
  const isAtSeen = row !== undefined && (row['version'] ?? 0) === seenVersion;
  const isThere = version.terms === undefined ? row === undefined : isAtSeen;
  if (!isThere || versions.has(key, version)) {
    throw stale(key, seenVersion);
  }
  journal.record(entry);
  versions.add(key, version);
  if (version.terms !== undefined) {
    rows.set(place, { ...row, ...stamp });
  }
}
