import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { historyPut } from '../../store/history-put.ts';
import { itemsUnder, queryAll, scanAll } from '../../store/read-pages.ts';
import { BrokenItemError, type Item } from '../../store/stored-item.ts';
import type { Write } from '../../store/transact.ts';
import {
  formatRecordVersion,
  readKindVersions,
  readRecordVersion,
  type VersionedRows,
} from '../contract/versions/record-versions.ts';
import { StoredVersionRow } from '../contract/versions/stored-version.ts';
import type { RecordVersion, VersionOf } from '../record-edit.ts';

export interface RecordVersions<Key, Kept, VersionKey = Key> {
  readonly put: (key: Key, version: RecordVersion<Kept>) => Write;
  /** Undefined when there is none, or none is readable. */
  readonly last: (key: Key) => Promise<RecordVersion<Kept> | undefined>;
  /** Of one record or of all. Throws BrokenItemError for an unreadable one. */
  readonly list: (key?: Key) => Promise<readonly VersionOf<VersionKey, Kept>[]>;
}

export function recordVersions<Key, Kept, VersionKey = Key>(
  dynamo: DynamoDBDocumentClient,
  table: string,
  rows: VersionedRows<Key, Kept, VersionKey>,
): RecordVersions<Key, Kept, VersionKey> {
  return {
    put(key, version) {
      const item = formatRecordVersion(rows, key, version);
      return historyPut({ schema: StoredVersionRow, item, table, key: `${item.budget} ${item.version}` });
    },
    async last(key) {
      const query = itemsUnder(table, { budget: rows.partitionOf(key) });
      const [item] = await queryAll(dynamo, { ...query, ScanIndexForward: false }, 1);
      return item === undefined ? undefined : readRecordVersion(rows, item);
    },
    async list(key) {
      const items =
        key === undefined
          ? await scanAll(dynamo, { TableName: table, ConsistentRead: true })
          : await queryAll(dynamo, itemsUnder(table, { budget: rows.partitionOf(key) }));
      return readKindVersions(rows, items, (item) => brokenVersion(item, table));
    },
  };
}

/** Names an unreadable version without its content. */
function brokenVersion(item: Item, table: string): BrokenItemError {
  const place = JSON.stringify(`${String(item['budget'])} ${String(item['version'])}`.slice(0, 200));
  return new BrokenItemError(`the item ${place} of table ${table} is broken. Repair or remove it.`);
}
