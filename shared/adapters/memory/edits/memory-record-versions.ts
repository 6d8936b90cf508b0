import {
  formatRecordVersion,
  readRecordVersion,
  type VersionedRows,
} from '../../../contracts/records/record-versions.ts';
import type { RecordVersion } from '../../../domain/records/direct-edit.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import { storedCopy } from '../stored-copy.ts';

/** The versions of a kind of record in memory, in the form of the table's rows. */
export interface MemoryRecordVersions<Key, Kept> {
  has(key: Key, version: RecordVersion<Kept>): boolean;
  add(key: Key, version: RecordVersion<Kept>): void;
  last(key: Key): RecordVersion<Kept> | undefined;
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
  };
}
