import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { RecordStore, RecordVersion } from '../../application/edits/record-store.ts';
import type { RecordCodec } from '../../contracts/records/record.ts';
import { isAsSeen, storedRecords } from '../../contracts/records/stored-record.ts';
import { editWays } from '../../domain/budgets/budget-version.ts';
import { keyText, type Stamp } from '../../domain/records/record-kind.ts';
import { patientBackoff, type Backoff } from './backoff.ts';
import { journaledWrites } from './journaled-writes.ts';
import { queryAll } from './read-pages.ts';
import { checkItem, readItem, type Item } from './stored-item.ts';
import { versionedDelete, versionedPut } from './versioned-writes.ts';

interface Tables {
  readonly records: string;
  readonly journal: string;
}

/** So many digits that texts sort as numbers do. */
const versionDigits = 10;

const VersionItem = z.object({
  recordKind: z.string(),
  recordKey: z.string(),
  key: z.string(),
  version: z.int().min(1),
  by: z.string(),
  at: z.iso.datetime(),
  way: z.enum(editWays),
  terms: z.record(z.string(), z.json()).exactOptional(),
});

/** One kind of records in the table of all such kinds, beside the versions of each. */
export function dynamoRecordStore<Key, Terms extends Key>(
  { dynamo, tables, backoff = patientBackoff }: RecordTable,
  record: RecordCodec<Key, Terms>,
): RecordStore<Key, Terms> {
  const { kind } = record;
  const stored = storedRecords(record);
  const journaled = journaledWrites(dynamo, tables.journal, backoff);
  const versionsPartition = `${kind.name}/versions`;
  const rowKey = (key: Key) => ({ recordKind: kind.name, recordKey: keyText(kind, key) });
  const isMade = (wanted: (Terms & Stamp) | undefined) => (row: Item | undefined) =>
    wanted !== undefined && stored.holds(rowOf(row), wanted, (version) => version === wanted.version);

  return {
    async list() {
      const rows = await queryAll(dynamo, partitionOf(tables.records, kind.name));
      const read = rows.map((row) => ({ key: String(row['recordKey']), ...stored.read(rowOf(row) ?? {}) }));
      return {
        records: read.flatMap((one) => (one.kind === 'record' ? [one.record] : [])),
        invalid: read.flatMap((one) => {
          const { kind: found, ...invalid } = one;
          return found === 'invalid' && 'problem' in invalid ? [invalid] : [];
        }),
      };
    },
    async listVersions(key) {
      const all = partitionOf(tables.records, versionsPartition);
      const items = await queryAll(dynamo, key === undefined ? all : beginningWith(all, `${keyText(kind, key)}#`));
      const versions = items.map((item) => versionOf(record, item, tables.records));
      return key === undefined ? versions : versions.filter((version) => version.key === keyText(kind, key));
    },
    async edit(edit, author, entry) {
      const wanted = stored.edited(edit, author);
      const key = rowKey(edit.key);
      const row =
        wanted === undefined
          ? versionedDelete(tables.records, key, edit)
          : versionedPut(tables.records, { ...key, ...stored.format(wanted) }, edit);
      const digits = String(edit.version).padStart(versionDigits, '0');
      const version: Item = {
        recordKind: versionsPartition,
        recordKey: `${key.recordKey}#${digits}`,
        key: key.recordKey,
        version: edit.version,
        by: author.name,
        at: author.at,
        way: edit.way,
        ...(edit.terms !== undefined && { terms: record.format(edit.terms) }),
      };
      const place = { table: tables.records, key: String(version['recordKey']) };
      const put = {
        Put: {
          TableName: tables.records,
          Item: checkItem(VersionItem, version, place),
          ConditionExpression: 'attribute_not_exists(recordKey)',
        },
      };
      await journaled.edit([row, put], entry, {
        table: tables.records,
        key,
        isMade: isMade(wanted),
        isAsSeen: (found) => isAsSeen(found, edit),
        stale: `${kind.title(edit.key)} is no longer at version ${edit.seenVersion}`,
      });
    },
  };
}

/** The client and the tables that records are kept in. */
export interface RecordTable {
  readonly dynamo: DynamoDBDocumentClient;
  readonly tables: Tables;
  readonly backoff?: Backoff;
}

/** The row of a record, without its place in the table. */
function rowOf(item: Item | undefined): Item | undefined {
  if (item === undefined) {
    return undefined;
  }
  const { recordKind: _kind, recordKey: _key, ...row } = item;
  return row;
}

function versionOf<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  item: Item,
  table: string,
): RecordVersion<Terms> {
  const { key, version, by, at, way, terms } = readItem(VersionItem, item, { table, key: String(item['recordKey']) });
  const read = terms === undefined ? undefined : record.parse(terms);
  return { key, version, by, at, way, ...(read?.kind === 'terms' && { terms: read.terms }) };
}

function partitionOf(TableName: string, recordKind: string) {
  return {
    TableName,
    ConsistentRead: true,
    KeyConditionExpression: 'recordKind = :kind',
    ExpressionAttributeValues: { ':kind': recordKind },
  };
}

function beginningWith(query: ReturnType<typeof partitionOf>, start: string) {
  return {
    ...query,
    KeyConditionExpression: `${query.KeyConditionExpression} AND begins_with(recordKey, :start)`,
    ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ':start': start },
  };
}
