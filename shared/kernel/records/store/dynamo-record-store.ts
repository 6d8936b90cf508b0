import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import type { Backoff } from '../../store/backoff.ts';
import { historyPut } from '../../store/history-put.ts';
import { itemsUnder, queryAll } from '../../store/read-pages.ts';
import { type Item, readItem, storing } from '../../store/stored-item.ts';
import type { RecordCodec } from '../contract/record.ts';
import { versionText } from '../contract/versions/stored-version.ts';
import type { RecordStore } from '../ports.ts';
import { editWays, type VersionOf } from '../record-edit.ts';
import { keyText } from '../record-kind.ts';
import { dynamoRows } from './dynamo-rows.ts';
import { recordRows, recordStore } from './record-store.ts';
import type { RecordVersions } from './record-versions.ts';

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
  {
    dynamo,
    tables: { records: table, journal },
    backoff,
  }: {
    readonly dynamo: DynamoDBDocumentClient;
    readonly tables: { readonly records: string; readonly journal: string };
    readonly backoff?: Backoff;
  },
  record: RecordCodec<Key, Terms>,
): RecordStore<Key, Terms> {
  const versions = versionsIn({ dynamo, table }, record);
  return recordStore(dynamoRows({ dynamo, table, journal, versions, backoff }, recordRows(record)), record);
}

/** Versions lie beside the rows, under a partition of their own. */
function versionsIn<Key, Terms extends Key>(
  { dynamo, table }: { readonly dynamo: DynamoDBDocumentClient; readonly table: string },
  record: RecordCodec<Key, Terms>,
): RecordVersions<Key, Terms, string> {
  const { kind } = record;
  const recordKind = `${kind.name}/versions`;

  async function list(key?: Key): Promise<readonly VersionOf<string, Terms>[]> {
    const range = key && {
      sort: 'recordKey',
      test: 'begins_with(#sort, :start)',
      values: { ':start': `${keyText(kind, key)}#` },
    };
    const items = await queryAll(dynamo, itemsUnder(table, { recordKind }, range));
    const versions = items.map((item) => versionOf(record, item, table));
    return key === undefined ? versions : versions.filter((version) => version.key === keyText(kind, key));
  }

  return {
    list,
    last: async (key) => (await list(key)).at(-1),
    put(of, { version, by, at, way, terms }) {
      const key = keyText(kind, of);
      const recordKey = `${key}#${versionText(version)}`;
      const item = { recordKind, recordKey, key, version, by, at, way, terms: terms && record.format(terms) };
      return historyPut({ schema: VersionItem, item, table, key: recordKey });
    },
  };
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
