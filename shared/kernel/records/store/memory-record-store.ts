import type { MemoryJournal } from '../../../journal/store/memory-journal.ts';
import { storedCopy } from '../../contract/stored-copy.ts';
import { sortedBy } from '../../texts/compare-text.ts';
import type { RecordCodec } from '../contract/record.ts';
import { storedRecords, type TableRow } from '../contract/versions/stored-record.ts';
import type { RecordVersion, VersionOf } from '../record-edit.ts';
import { keyText } from '../record-kind.ts';
import { StaleRecordError, type RecordStore } from '../use-cases/ports.ts';
import { memoryEdit } from './memory-record-versions.ts';

/** `dynamoRecordStore` in memory. */
export function memoryRecordStore<Key, Terms extends Key>(
  journal: MemoryJournal,
  record: RecordCodec<Key, Terms>,
): RecordStore<Key, Terms> {
  const { kind } = record;
  const stored = storedRecords(record);
  const rows = new Map<string, TableRow>();
  const versions: VersionOf<string, Terms>[] = [];
  const versionsOf = (key?: Key): readonly VersionOf<string, Terms>[] => {
    const wanted = key === undefined ? versions : versions.filter((each) => each.key === keyText(kind, key));
    return sortedBy(wanted, (each) => `${each.key}#${String(each.version).padStart(10, '0')}`).map((each) =>
      storedCopy(each),
    );
  };

  return {
    async list() {
      const read = sortedBy(rows, ([key]) => key).map(([key, row]) => ({ key, ...stored.read(row) }));
      return {
        records: read.flatMap((one) => (one.kind === 'record' ? [one.record] : [])),
        invalid: read.flatMap((one) => (one.kind === 'invalid' ? [{ key: one.key, problem: one.problem }] : [])),
      };
    },
    async find(key) {
      const row = rows.get(keyText(kind, key));
      const last = versionsOf(key).at(-1);
      return { row: stored.found(row), last };
    },
    listVersions: async (key) => versionsOf(key),
    async edit(edit, entry) {
      const { seenVersion } = edit;
      const wanted = stored.edited(edit);
      const isMade = (row: TableRow | undefined) =>
        wanted !== undefined && stored.holds(row, wanted, (version) => version === wanted.version);
      const on = { rows, versions: { has, add }, journal, keyText: (key: Key) => keyText(kind, key), stale };
      memoryEdit(
        on,
        { key: edit.key, seenVersion, row: wanted && stored.format(wanted), version: edit, isMade },
        entry,
      );
    },
  };

  function has(of: Key, { version }: RecordVersion<Terms>): boolean {
    return versions.some((each) => each.key === keyText(kind, of) && each.version === version);
  }

  function add(of: Key, { version, way, by, at, terms }: RecordVersion<Terms>): void {
    const made = { key: keyText(kind, of), version, by, at, way };
    versions.push(storedCopy({ ...made, terms }));
  }

  function stale(of: Key, seenVersion: number): StaleRecordError {
    return new StaleRecordError(`${kind.title(of)} is no longer at version ${seenVersion}`);
  }
}
