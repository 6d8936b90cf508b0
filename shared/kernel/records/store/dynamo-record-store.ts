import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { patientBackoff, type Backoff } from '../../store/backoff.ts';
import { historyPut } from '../../store/history-put.ts';
import { journaledWrites } from '../../store/journaled-writes.ts';
import { findItem } from '../../store/one-item.ts';
import { itemsUnder, queryAll } from '../../store/read-pages.ts';
import { type Item, readItem, storing } from '../../store/stored-item.ts';
import type { Write } from '../../store/transact.ts';
import type { RecordCodec } from '../contract/record.ts';
import { storedRecords } from '../contract/versions/stored-record.ts';
import { editWays, type RecordVersion, type VersionOf } from '../record-edit.ts';
import { keyText, type PlainFields, type Stamp } from '../record-kind.ts';
import type { RecordStore } from '../use-cases/ports.ts';
import { editRow } from './record-versions.ts';

interface Tables {
  readonly records: string;
  readonly journal: string;
}

/** Padding, so that texts sort like numbers. */
const versionDigits = 10;

const VersionItem = storing<Omit<VersionOf<string, unknown>, 'terms'>>()(
  z.object({
    recordKind: z.string(),
    recordKey: z.string(),
    key: z.string(),
    version: z.int().min(1),
    by: z.string(),
    at: z.iso.datetime(),
    way: z.enum(editWays),
    terms: z.record(z.string(), z.json()).optional(),
  }),
);

/** One kind of records in the shared records table, with their versions. */
export function dynamoRecordStore<Key, Terms extends Key>(
  on: RecordTable,
  record: RecordCodec<Key, Terms>,
): RecordStore<Key, Terms> {
  return { ...recordReads(on, record), edit: recordEdit(on, record) };
}

function recordReads<Key, Terms extends Key>(
  { dynamo, tables }: RecordTable,
  record: RecordCodec<Key, Terms>,
): Omit<RecordStore<Key, Terms>, 'edit'> {
  const { kind } = record;
  const stored = storedRecords(record);

  async function versionsOf(key?: Key): Promise<readonly VersionOf<string, Terms>[]> {
    const range = key && {
      sort: 'recordKey',
      test: 'begins_with(#sort, :start)',
      values: { ':start': `${keyText(kind, key)}#` },
    };
    const partition = { recordKind: versionsPartition(kind.name) };
    const items = await queryAll(dynamo, itemsUnder(tables.records, partition, range));
    const versions = items.map((item) => versionOf(record, item, tables.records));
    return key === undefined ? versions : versions.filter((version) => version.key === keyText(kind, key));
  }

  return {
    async list() {
      const rows = await queryAll(dynamo, itemsUnder(tables.records, { recordKind: kind.name }));
      const read = rows.map((row) => ({ key: String(row['recordKey']), ...stored.read(rowOf(row)) }));
      return {
        records: read.flatMap((one) => (one.kind === 'record' ? [one.record] : [])),
        invalid: read.flatMap((one) => (one.kind === 'invalid' ? [{ key: one.key, problem: one.problem }] : [])),
      };
    },
    async find(key) {
      const row = await findItem(dynamo, tables.records, { recordKind: kind.name, recordKey: keyText(kind, key) });
      const last = (await versionsOf(key)).at(-1);
      return { row: stored.found(row && rowOf(row)), last };
    },
    listVersions: versionsOf,
  };
}

function recordEdit<Key, Terms extends Key>(
  { dynamo, tables, backoff = patientBackoff }: RecordTable,
  record: RecordCodec<Key, Terms>,
): RecordStore<Key, Terms>['edit'] {
  const { kind } = record;
  const stored = storedRecords(record);
  const journaled = journaledWrites(dynamo, tables.journal, backoff);
  const isMade = (wanted: (Terms & Stamp) | undefined) => (row: Item | undefined) =>
    wanted !== undefined &&
    row !== undefined &&
    stored.holds(rowOf(row), wanted, (version) => version === wanted.version);

  return async (edit, entry) => {
    const wanted = stored.edited(edit);
    const key = { recordKind: kind.name, recordKey: keyText(kind, edit.key) };
    const rows = {
      table: tables.records,
      journaled,
      versions: {
        put: () => versionPut(tables.records, key, { ...edit, terms: edit.terms && record.format(edit.terms) }),
      },
      stale: () => `${kind.title(edit.key)} is no longer at version ${edit.seenVersion}`,
    };
    const row = wanted && { ...key, ...stored.format(wanted) };
    await editRow(rows, { key, seenVersion: edit.seenVersion, row, version: edit, isMade: isMade(wanted) }, entry);
  };
}

interface FormattedVersion extends Omit<RecordVersion<unknown>, 'terms'> {
  readonly terms: PlainFields | undefined;
}

function versionPut(
  TableName: string,
  { recordKind, recordKey }: { readonly recordKind: string; readonly recordKey: string },
  { version, by, at, way, terms }: FormattedVersion,
): Write {
  const item = {
    recordKind: versionsPartition(recordKind),
    recordKey: `${recordKey}#${String(version).padStart(versionDigits, '0')}`,
    key: recordKey,
    version,
    by,
    at,
    way,
    terms,
  };
  return historyPut({ schema: VersionItem, item, table: TableName, key: item.recordKey });
}

function versionsPartition(recordKind: string): string {
  return `${recordKind}/versions`;
}

interface RecordTable {
  readonly dynamo: DynamoDBDocumentClient;
  readonly tables: Tables;
  readonly backoff?: Backoff;
}

function rowOf({ recordKind: _kind, recordKey: _key, ...row }: Item): Item {
  return row;
}

function versionOf<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  item: Item,
  table: string,
): VersionOf<string, Terms> {
  const { key, version, by, at, way, terms } = readItem(VersionItem, item, { table, key: String(item['recordKey']) });
  const read = terms === undefined ? undefined : record.parse(terms);
  return { key, version, by, at, way, ...(read?.kind === 'terms' && { terms: read.terms }) };
}
