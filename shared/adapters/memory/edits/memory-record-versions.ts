import { isDeepStrictEqual } from 'node:util';
import type { AdoptingStore, StaleRecordError, VersionOf } from '../../../application/edits/ports.ts';
import {
  formatRecordVersion,
  readKindVersions,
  readRecordVersion,
  type VersionedRows,
} from '../../../contracts/records/versions/record-versions.ts';
import type { RecordVersion } from '../../../domain/records/direct-edit.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import type { MemoryJournal } from '../runs/memory-journal.ts';
import { storedCopy } from '../stored-copy.ts';

/** The versions of a kind of record in memory, in the form of the table's rows. */
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

/** Rows in memory of which direct edits are adopted. */
interface MemoryRows<Key, Kept> {
  readonly rows: Map<string, Readonly<Record<string, unknown>>>;
  readonly versions: MemoryRecordVersions<Key, Kept>;
  readonly journal: MemoryJournal;
  readonly keyText: (key: Key) => string;
  /** What Curfew notes beside the terms. */
  readonly stampOf: (made: RecordVersion<Kept>) => Readonly<Record<string, unknown>>;
  readonly stale: (key: Key, seenVersion: number) => StaleRecordError;
}

/** Adopts a direct edit, with the semantics of `adoptRow`. */
export function memoryAdopt<Key, Kept>(on: MemoryRows<Key, Kept>): AdoptingStore<Key, Kept>['adopt'] {
  const { rows, versions, journal } = on;
  return async ({ key, seenVersion, made }, entry) => {
    const place = on.keyText(key);
    const row = rows.get(place);
    if (isDeepStrictEqual(journal.find(entry), storedCopy(entry))) {
      return;
    }
    const isAtSeen = row !== undefined && (row['version'] ?? 0) === seenVersion;
    const isThere = made.record === undefined ? row === undefined : isAtSeen;
    if (!isThere || versions.has(key, made)) {
      throw on.stale(key, seenVersion);
    }
    journal.record(entry);
    versions.add(key, made);
    if (made.record !== undefined) {
      rows.set(place, { ...row, ...on.stampOf(made) });
    }
  };
}

/** The stamp of a record that says who edited it last. */
export function editStamp({ version, by, at }: RecordVersion<unknown>) {
  return { version, updatedBy: by, updatedAt: at };
}
