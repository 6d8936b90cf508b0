import { isDeepStrictEqual } from 'node:util';
import { StaleRecordError, type RecordStore } from '../../../application/edits/ports.ts';
import type { RecordCodec } from '../../../contracts/records/record.ts';
import { isAsSeen, storedRecords } from '../../../contracts/records/versions/stored-record.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { VersionOf } from '../../../domain/records/record-edit.ts';
import { keyText } from '../../../domain/records/record-kind.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import type { MemoryJournal } from '../runs/memory-journal.ts';
import { storedCopy } from '../stored-copy.ts';

type Row = Readonly<Record<string, unknown>>;

/** One kind of records in memory, with the semantics of `dynamoRecordStore`. */
export function memoryRecordStore<Key, Terms extends Key>(
  journal: MemoryJournal,
  record: RecordCodec<Key, Terms>,
): RecordStore<Key, Terms> {
  const { kind } = record;
  const stored = storedRecords(record);
  const rows = new Map<string, Row>();
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
      return { row: stored.found(row), ...(last !== undefined && { last }) };
    },
    listVersions: async (key) => versionsOf(key),
    async edit(edit, entry) {
      const key = keyText(kind, edit.key);
      const row = rows.get(key);
      const wanted = stored.edited(edit);
      const written = journal.find(entry);
      const isMade = wanted !== undefined && stored.holds(row, wanted, (version) => version === wanted.version);
      if (isDeepStrictEqual(written, storedCopy(entry)) || isMade) {
        return;
      }
      const isTaken = versions.some((each) => each.key === key && each.version === edit.version);
      if (!isAsSeen(row, edit) || isTaken) {
        throw new StaleRecordError(`${kind.title(edit.key)} is no longer at version ${edit.seenVersion}`);
      }
      invariant(written === undefined, 'two journal entries never share an id');
      journal.record(entry);
      const { version, way, by, at, terms } = edit;
      versions.push(storedCopy({ key, version, by, at, way, ...(terms !== undefined && { terms }) }));
      if (wanted === undefined) {
        rows.delete(key);
      } else {
        rows.set(key, storedCopy(stored.format(wanted)));
      }
    },
  };
}
