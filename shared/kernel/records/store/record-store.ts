import type { RecordCodec } from '../contract/record.ts';
import { storedRecords, type TableRow } from '../contract/versions/stored-record.ts';
import type { RecordStore } from '../ports.ts';
import { keyText } from '../record-kind.ts';
import { madeBy, type RowKind, type Rows } from './row-kind.ts';

/** The rows of one kind in the table that several kinds share; people edit them by command and file. */
export function recordRows<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
): RowKind<Key, Terms, Terms, string> {
  const { kind } = record;
  const made = madeBy(storedRecords(record));
  const partition = { recordKind: kind.name };
  const rowKey = (key: Key) => ({ ...partition, recordKey: keyText(kind, key) });
  return {
    keyNames: ['recordKind', 'recordKey'],
    rowKey,
    title: (key) => kind.title(key),
    partitions: [partition],
    versions: {
      isOf: () => true,
      keyOf: (text) => text,
      partitionOf: (key) => keyText(kind, key),
      format: (terms) => record.format(terms),
      read(row) {
        const read = record.parse(row);
        return read.kind === 'terms' ? read.terms : undefined;
      },
    },
    versionOf: (edit) => edit,
    made(edit) {
      const { row, isMade } = made(edit);
      return { row: row && { ...rowKey(edit.key), ...row }, isMade: (found) => isMade(found && fieldsIn(found)) };
    },
    stampOf: () => ({}),
  };
}

export function recordStore<Key, Terms extends Key>(
  rows: Rows<Key, Terms, Terms, string>,
  record: RecordCodec<Key, Terms>,
): RecordStore<Key, Terms> {
  const stored = storedRecords(record);
  const { edit, listVersions } = rows;
  return {
    async list() {
      const read = (await rows.list()).map((row) => ({
        key: String(row['recordKey']),
        ...stored.read(fieldsIn(row)),
      }));
      return {
        records: read.flatMap((one) => (one.kind === 'record' ? [one.record] : [])),
        invalid: read.flatMap((one) => (one.kind === 'invalid' ? [{ key: one.key, problem: one.problem }] : [])),
      };
    },
    async find(key) {
      const { row, last } = await rows.find(key);
      return { row: stored.found(row && fieldsIn(row)), last };
    },
    listVersions,
    edit,
  };
}

function fieldsIn({ recordKind: _kind, recordKey: _key, ...row }: TableRow): TableRow {
  return row;
}
